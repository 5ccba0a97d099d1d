import { Op } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import { readChanges, readHead, RIGHTS_TOPIC } from '../database/change-log';
import type { Change, TopicHead } from '../database/change-log';
import type { Connection, Database, WriteTransaction } from '../database/database';
import type { CursorPoint } from './topic-reader';

/**
 * Writes down, as part of a write, that somebody's rights have changed; every gateway reads it once it is committed.
 */
export const recordRightsChange = (tx: Pick<WriteTransaction, 'record'>, uid: string): void =>
  tx.record(RIGHTS_TOPIC, { kind: 'put', collection: 'users', key: uid, value: {} });

/** Whose rights have changed; null: it can't be told any more, so it may be anybody's. */
export type ChangedRights = ReadonlySet<string> | null;

interface RightsFollowerDeps {
  readonly database: Database;
  /** Checks the rights of all of these on this gateway; resolves once nobody of them reads on who must not. */
  recheck(changed: ChangedRights): Promise<void>;
}

/** Follows whose rights change, on whichever gateway it was written. */
export interface RightsFollower {
  /** How far the rights have come, to be read in the transaction whose changes are about to be sent. */
  readHead(knex: Connection): Promise<TopicHead>;
  /** Whether all rights that had changed by then are checked. */
  hasReached(head: TopicHead): boolean;
  /**
   * Resolves once all rights that had changed by then are checked; rejects where that fails, and another call tries
   * again.
   */
  reach(head: TopicHead): Promise<void>;
}

// Whoever is further behind than this checks everybody, which is then no more work.
const changesAtOnce = 500;

const uidOf = ({ op }: Change): string => z.parse(Op, JSON.parse(op)).key;

/** Follows from the moment of its making: who connects later is let in by the rights of then. */
export const createRightsFollower = ({ database, recheck }: RightsFollowerDeps): RightsFollower => {
  // Another history than any: the first call checks everybody who is there.
  let checked: CursorPoint = { epoch: '', seq: 0 };
  let turn: Promise<void> = Promise.resolve();

  const hasReached = ({ epoch, seq }: TopicHead): boolean => epoch === checked.epoch && seq <= checked.seq;

  const readChanged = async ({ epoch, seq }: TopicHead): Promise<ChangedRights> => {
    const count = seq - checked.seq;
    if (epoch !== checked.epoch || count > changesAtOnce) return null;
    const changes = await readChanges(database.knex, RIGHTS_TOPIC, { after: checked.seq, limit: count });
    // Numbers have no gaps: where some are missing, they were pruned.
    return changes.length === count ? new Set(changes.map(uidOf)) : null;
  };

  const advance = async (head: TopicHead): Promise<void> => {
    if (hasReached(head)) return;
    await recheck(await readChanged(head));
    checked = head;
  };

  return {
    readHead: (knex) => readHead(knex, RIGHTS_TOPIC),
    hasReached,
    async reach(head) {
      if (hasReached(head)) return;
      // One after the other; whoever waited in vain has been told so by their own call.
      turn = turn.catch(() => undefined).then(() => advance(head));
      await turn;
    },
  };
};
