import { ok } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import { bindJob, userLogName } from '../../platform';
import type { BoundJob, Database, JobKind, JobQueue, WriteTransaction } from '../../platform';
import type { OnPersonChanged, PersonState } from '../identity';
import { opsAboutPerson, readContacts } from './contact-list';
import { createContactRepository } from './contact-repository';

const RenewalPayload = z.object({
  /** Who has changed or is gone. */
  uid: z.string(),
  /** To whom they are shown. */
  observers: z.array(z.string()),
});

const renewPersonJob: JobKind<z.infer<typeof RenewalPayload>> = {
  name: 'social/renewPerson',
  payload: RenewalPayload,
  clock: 'real',
  // Whoever opens the page anew reads the rows anyway.
  giveUpAfterMs: 24 * 60 * 60_000,
  personal: { personOf: ({ uid }) => uid, present: () => ({}) },
};

/**
 * Told in the write that changes somebody; whoever is shown to more people than this is renewed behind it, in batches.
 */
export const OBSERVERS_AT_ONCE = 100;

const recordPerson = async (
  tx: Pick<WriteTransaction, 'knex' | 'record'>,
  uid: string,
  observers: readonly string[],
): Promise<void> => {
  for (const { topic, op } of await opsAboutPerson(tx.knex, uid, observers)) tx.record(topic, op);
};

/** Keeps what people are shown of others true on their open pages. */
export interface PersonUpdates {
  /** What changed of somebody goes to everybody who is shown them; what they marked, to themselves. */
  readonly onPersonChanged: OnPersonChanged;
  /** Somebody is erased by this write: everybody who was shown them hears of it behind it. */
  forget(tx: WriteTransaction, uid: string): Promise<void>;
  readonly job: BoundJob;
}

const isShownAlike = (a: PersonState, b: PersonState): boolean =>
  a.displayName === b.displayName && a.photoURL === b.photoURL && a.isDeleted === b.isDeleted;

const differing = (a: readonly string[], b: readonly string[]): string[] => {
  const [before, after] = [new Set(a), new Set(b)];
  return [...before, ...after].filter((key) => before.has(key) !== after.has(key));
};

const batchesOf = (observers: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(observers.length / OBSERVERS_AT_ONCE) }, (_, index) =>
    observers.slice(index * OBSERVERS_AT_ONCE, (index + 1) * OBSERVERS_AT_ONCE),
  );

/** Renewal by the rows as they are when it happens: a later one never says less than an earlier one. */
export const createPersonUpdates = ({
  database,
  jobs,
}: {
  readonly database: Database;
  readonly jobs: JobQueue;
}): PersonUpdates => {
  const enqueue = async (tx: WriteTransaction, uid: string, batches: readonly string[][]): Promise<void> => {
    for (const [index, observers] of batches.entries())
      await jobs.enqueue(tx, renewPersonJob, { key: `${uid}/${observers[0] ?? index}`, payload: { uid, observers } });
  };

  return {
    async onPersonChanged(tx, { uid, before, after }) {
      const marked = differing(before.favorites, after.favorites);
      const own = marked.length === 0 ? [] : await readContacts(tx.knex, uid, marked);
      for (const value of own)
        tx.record(userLogName(uid), { kind: 'put', collection: 'contacts', key: value.key, value });
      if (isShownAlike(before, after)) return;
      const [first = [], ...rest] = batchesOf(await createContactRepository(tx.knex).findObserversOf(uid));
      await recordPerson(tx, uid, first);
      await enqueue(tx, uid, rest);
    },

    // Behind the write: inside it they are still there.
    forget: async (tx, uid) => enqueue(tx, uid, batchesOf(await createContactRepository(tx.knex).findObserversOf(uid))),

    job: bindJob(renewPersonJob, async ({ uid, observers }, { complete }) => {
      await database.write(async (tx) => {
        await recordPerson(tx, uid, observers);
        await complete(tx);
      });
      return ok(undefined);
    }),
  };
};
