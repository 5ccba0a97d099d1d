import { Op } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import { readChanges, readHead, RIGHTS_TOPIC } from '../database/change-log';
import type { Change, TopicHead } from '../database/change-log';
import type { Connection, Database, WriteTransaction } from '../database/database';
import type { CursorPoint } from './topic-reader';

/** Records, as part of a write, that a user's rights have changed. Every gateway reads it after the commit. */
export const recordRightsChange = (tx: Pick<WriteTransaction, 'record'>, uid: string): void =>
  tx.record(RIGHTS_TOPIC, { kind: 'put', collection: 'users', key: uid, value: {} });

/** Uids of users with changed rights; null when unknown, so that all users must be checked. */
export type ChangedRights = ReadonlySet<string> | null;

interface RightsFollowerDeps {
  readonly database: Database;
  /** Checks the rights of these users on this gateway. Resolves when no user without rights reads on. */
  recheck(changedRights: ChangedRights): Promise<void>;
}

/** Follows changes of rights on all gateways. */
export interface RightsFollower {
  /** Reads the head of the rights, in the transaction whose changes are about to be sent. */
  readHead(knex: Connection): Promise<TopicHead>;
  /** Checks whether all rights changed up to a head are checked. */
  hasReached(head: TopicHead): boolean;
  /** Resolves when all rights changed up to a head are checked. Rejects on failure; another call retries. */
  reach(head: TopicHead): Promise<void>;
}

// With more changes than this, checking everybody is no more work.
const changesAtOnce = 500;

const uidOf = ({ op }: Change): string => z.parse(Op, JSON.parse(op)).key;

/** Follows from its creation on. Later clients are admitted by the rights of that time. */
export const createRightsFollower = ({ database, recheck }: RightsFollowerDeps): RightsFollower => {
  // A position of no history: the first call checks everybody.
  let checkedPoint: CursorPoint = { epoch: '', seq: 0 };
  let pendingWork: Promise<void> = Promise.resolve();

  const hasReached = ({ epoch, seq }: TopicHead): boolean => epoch === checkedPoint.epoch && seq <= checkedPoint.seq;

  const readChanged = async ({ epoch, seq }: TopicHead): Promise<ChangedRights> => {
    const count = seq - checkedPoint.seq;
    if (epoch !== checkedPoint.epoch || count > changesAtOnce) return null;
    const changes = await readChanges(database.knex, RIGHTS_TOPIC, { after: checkedPoint.seq, limit: count });
    // Numbers have no gaps, so missing ones were pruned.
    return changes.length === count ? new Set(changes.map(uidOf)) : null;
  };

  const advance = async (head: TopicHead): Promise<void> => {
    if (hasReached(head)) return;
    await recheck(await readChanged(head));
    checkedPoint = head;
  };

  return {
    readHead: (knex) => readHead(knex, RIGHTS_TOPIC),
    hasReached,
    async reach(head) {
      if (hasReached(head)) return;
      // Sequential. A failed caller has received the error from its own call.
      pendingWork = pendingWork.catch(() => undefined).then(() => advance(head));
      await pendingWork;
    },
  };
};
