import { ok } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import { bindJob } from '../../platform';
import type { BoundJob, Database, JobKind, JobQueue, WriteTransaction } from '../../platform';
import { createPeople } from '../identity';
import type { OnPersonChanged } from '../identity';
import { CHAT_WINDOW, findPeopleOf, forgetWords, recordChat, recordMessage, recordPerson } from './chat-topics';
import { createChatRepository } from './chat-repository';
import { createMessageRepository } from './message-repository';

/** Few enough that no request waits behind one write: each chat tells up to ten people. */
const CHATS_AT_ONCE = 20;

const RefreshPayload = z.object({
  uid: z.string(),
  /** Whether what they wrote was taken away as well. */
  isErased: z.boolean(),
  /** The chats behind this key are still to be told. */
  after: z.string(),
});
type RefreshPayload = z.infer<typeof RefreshPayload>;

/** Tells the rest of somebody's chats what became of them. */
const refreshChatsJob: JobKind<RefreshPayload> = {
  name: 'social/person-in-chats',
  payload: RefreshPayload,
  clock: 'real',
  giveUpAfterMs: 24 * 60 * 60_000,
  personal: { personOf: ({ uid }) => uid, present: () => ({ what: 'name and picture in chats' }) },
};

/** Tells the next chats of somebody what they look like now; null where those were the last ones. */
const refreshChats = async (
  tx: WriteTransaction,
  { uid, isErased, after }: RefreshPayload,
): Promise<RefreshPayload | null> => {
  const chats = createChatRepository(tx.knex);
  const keys = await chats.listKeysOf(uid, { after, limit: CHATS_AT_ONCE });
  const found = await chats.findAll(keys);
  const people = new Map(await findPeopleOf(tx.knex, found));
  // Their row goes at the end of the same write, and nobody reads on under their name.
  if (isErased) people.delete(uid);
  const person = isErased ? undefined : (await createPeople(tx.knex).find([uid])).get(uid);
  // The log would keep what they wrote for days.
  if (isErased)
    await forgetWords(
      tx,
      found.filter(({ saidAt }) => saidAt.has(uid)),
    );
  for (const chat of found) {
    if (isErased) {
      const messages = await createMessageRepository(tx.knex).list(chat.key, { limit: CHAT_WINDOW, before: null });
      for (const message of messages.filter(({ author }) => author === uid)) recordMessage(tx, message);
    }
    recordPerson(tx, chat.key, { uid, person });
    recordChat(tx, chat, people);
  }
  const last = keys.at(-1);
  return last === undefined || keys.length < CHATS_AT_ONCE ? null : { uid, isErased, after: last };
};

/** Updates the first chats in this transaction and the rest in a job: a user with a thousand chats blocks nobody. */
const refreshFrom = async (tx: WriteTransaction, jobs: JobQueue, start: RefreshPayload): Promise<void> => {
  const rest = await refreshChats(tx, start);
  if (rest !== null) await jobs.enqueue(tx, refreshChatsJob, { key: rest.uid, payload: rest });
};

/** Shows the changed name, picture or absence of a user in their chats. */
export const updatePersonInChats =
  (jobs: JobQueue): OnPersonChanged =>
  async (tx, { uid, before, after }) => {
    const isSame =
      before.displayName === after.displayName &&
      before.photoURL === after.photoURL &&
      before.isDeleted === after.isDeleted;
    if (!isSame) await refreshFrom(tx, jobs, { uid, isErased: false, after: '' });
  };

/** Removes an erased user and their words from their chats. */
export const removePersonFromChats = (tx: WriteTransaction, jobs: JobQueue, uid: string): Promise<void> =>
  refreshFrom(tx, jobs, { uid, isErased: true, after: '' });

/** Does what was left over; killed in between it begins again, which nobody notices. */
export const bindPersonUpdatesJob = (database: Database): BoundJob =>
  bindJob(refreshChatsJob, async (payload) => {
    for (let rest: RefreshPayload | null = payload; rest !== null;) {
      const next: RefreshPayload = rest;
      rest = await database.write((tx) => refreshChats(tx, next));
    }
    return ok(undefined);
  });
