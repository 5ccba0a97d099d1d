import { ok } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import { bindJob, userLogName } from '../../platform';
import type { BoundJob, Database, JobKind, JobQueue, WriteTransaction } from '../../platform';
import type { OnPersonChanged, PersonState } from '../identity';
import { opsAboutPerson, readContacts } from './contact-list';
import { createContactRepository } from './contact-repository';

const RenewalPayload = z.object({
  /** Uid of the user who has changed or was erased. */
  uid: z.string(),
  /** Uids of the users whose open pages show the changed user. */
  observers: z.array(z.string()),
});

const renewPersonJob: JobKind<z.infer<typeof RenewalPayload>> = {
  name: 'social/renewPerson',
  payload: RenewalPayload,
  clock: 'real',
  // The job gives up after a day, because a page that is opened later reads the current rows anyway.
  giveUpAfterMs: 24 * 60 * 60_000,
  personal: { personOf: ({ uid }) => uid, present: () => ({}) },
};

/**
 * Number of people whose live topics the transaction of a change updates, because they see the changed person. Jobs
 * update all others, in batches of this size.
 */
export const OBSERVERS_PER_BATCH = 100;

const recordPerson = async (
  tx: Pick<WriteTransaction, 'knex' | 'record'>,
  uid: string,
  observers: readonly string[],
): Promise<void> => {
  for (const { topic, op } of await opsAboutPerson(tx.knex, uid, observers)) tx.record(topic, op);
};

/** Updates the open pages of all users who see a changed person. */
export interface PersonUpdates {
  /**
   * Records a changed person in the live topics of all users who see this person, and changed favourites in the
   * person's own topic.
   */
  readonly onPersonChanged: OnPersonChanged;
  /**
   * Updates the pages that show an erased user. Must be called in the transaction that erases the user; after that
   * transaction, jobs update the live topics of all users who see this user.
   */
  forgetPerson(tx: WriteTransaction, uid: string): Promise<void>;
  readonly job: BoundJob;
}

const isPresentedAlike = (previousState: PersonState, nextState: PersonState): boolean =>
  previousState.displayName === nextState.displayName &&
  previousState.photoURL === nextState.photoURL &&
  previousState.isDeleted === nextState.isDeleted;

const changedUidsOf = (a: readonly string[], b: readonly string[]): string[] => {
  const [uidsBefore, uidsAfter] = [new Set(a), new Set(b)];
  return [...uidsBefore, ...uidsAfter].filter((key) => uidsBefore.has(key) !== uidsAfter.has(key));
};

const batchesOf = (observers: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(observers.length / OBSERVERS_PER_BATCH) }, (_, index) =>
    observers.slice(index * OBSERVERS_PER_BATCH, (index + 1) * OBSERVERS_PER_BATCH),
  );

/**
 * Creates the functions that update the pages of all users who see a changed person. Each update reads the present rows
 * when it runs, so a late update can't show an old state.
 */
export const createPersonUpdates = ({
  database,
  jobs,
}: {
  readonly database: Database;
  readonly jobs: JobQueue;
}): PersonUpdates => {
  const enqueueBatches = async (tx: WriteTransaction, uid: string, batches: readonly string[][]): Promise<void> => {
    for (const [index, observers] of batches.entries())
      await jobs.enqueue(tx, renewPersonJob, { key: `${uid}/${observers[0] ?? index}`, payload: { uid, observers } });
  };

  return {
    async onPersonChanged(tx, { uid, before, after }) {
      const markedUids = changedUidsOf(before.favorites, after.favorites);
      const changedContacts = markedUids.length === 0 ? [] : await readContacts(tx.knex, uid, markedUids);
      for (const value of changedContacts)
        tx.record(userLogName(uid), { kind: 'put', collection: 'contacts', key: value.key, value });
      if (isPresentedAlike(before, after)) return;
      const [firstBatch = [], ...laterBatches] = batchesOf(await createContactRepository(tx.knex).findObserversOf(uid));
      await recordPerson(tx, uid, firstBatch);
      await enqueueBatches(tx, uid, laterBatches);
    },

    // Lets jobs do the updates after this transaction, because the rows of the erased user still exist inside it.
    forgetPerson: async (tx, uid) =>
      enqueueBatches(tx, uid, batchesOf(await createContactRepository(tx.knex).findObserversOf(uid))),

    job: bindJob(renewPersonJob, async ({ uid, observers }, { complete }) => {
      await database.write(async (tx) => {
        await recordPerson(tx, uid, observers);
        await complete(tx);
      });
      return ok(undefined);
    }),
  };
};
