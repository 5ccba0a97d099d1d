import { Op } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import { readChanges, readHead, RIGHTS_TOPIC } from '../database/change-log';
import type { TopicChange, TopicHead } from '../database/change-log';
import type { Connection, Database, WriteTransaction } from '../database/database';
import type { CursorPoint } from './topic-reader';

/** Records, as part of a write, that a user's rights have changed. Every gateway reads the record after the commit. */
export const recordRightsChange = (tx: Pick<WriteTransaction, 'record'>, uid: string): void =>
  tx.record(RIGHTS_TOPIC, { kind: 'put', collection: 'users', key: uid, value: {} });

/** Uids of users whose rights have changed; null when unknown, so that all users must be checked. */
export type ChangedRights = ReadonlySet<string> | null;

interface RightsFollowerDeps {
  readonly database: Database;
  /**
   * Checks the rights of these users on this gateway again. Resolves when no user continues to read without a right.
   */
  recheck(changedRights: ChangedRights): Promise<void>;
}

/** Follows the changes of users' rights that any gateway records. */
export interface RightsFollower {
  /** Reads the latest position of the rights topic, in the same transaction that has read the changes to send. */
  readHead(knex: Connection): Promise<TopicHead>;
  /** Returns whether this gateway has checked all changes of rights up to this position of the rights topic. */
  hasReached(head: TopicHead): boolean;
  /**
   * Resolves when this gateway has checked all changes of rights up to this position of the rights topic. Rejects when
   * a check fails; a further call tries again.
   */
  reach(head: TopicHead): Promise<void>;
}

// Maximum number of changes of rights that are read one by one. With more changes, checking all users is no more work.
const maxChangesPerRead = 500;

const uidOf = ({ op }: TopicChange): string => z.parse(Op, JSON.parse(op)).key;

/**
 * Creates the follower of changes of rights. It follows changes after its creation: clients that connect later are
 * checked by their rights at that time, so they need no earlier changes.
 */
export const createRightsFollower = ({ database, recheck }: RightsFollowerDeps): RightsFollower => {
  // Position up to which changes of rights were checked. The first one belongs to no history, so the first call checks
  // all users.
  let checkedPoint: CursorPoint = { epoch: '', seq: 0 };
  let lastRightsCheck: Promise<void> = Promise.resolve();

  const hasReached = ({ epoch, seq }: TopicHead): boolean => epoch === checkedPoint.epoch && seq <= checkedPoint.seq;

  const readChangedUids = async ({ epoch, seq }: TopicHead): Promise<ChangedRights> => {
    const changeCount = seq - checkedPoint.seq;
    if (epoch !== checkedPoint.epoch || changeCount > maxChangesPerRead) return null;
    const changes = await readChanges(database.knex, RIGHTS_TOPIC, { after: checkedPoint.seq, limit: changeCount });
    // Returns null if changes are missing: the numbers of changes have no gaps, so missing changes were deleted from
    // the log.
    return changes.length === changeCount ? new Set(changes.map(uidOf)) : null;
  };

  const recheckUpTo = async (head: TopicHead): Promise<void> => {
    if (hasReached(head)) return;
    await recheck(await readChangedUids(head));
    checkedPoint = head;
  };

  return {
    readHead: (knex) => readHead(knex, RIGHTS_TOPIC),
    hasReached,
    async reach(head) {
      if (hasReached(head)) return;
      // Runs the checks one after the other. Ignores the error of an earlier check here, because its own caller has
      // received it.
      lastRightsCheck = lastRightsCheck.catch(() => undefined).then(() => recheckUpTo(head));
      await lastRightsCheck;
    },
  };
};
