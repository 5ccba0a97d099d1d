import { ok } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import { bindJob } from '../../platform';
import type { BoundJob, Database, JobKind, JobQueue, WriteTransaction } from '../../platform';
import { createPeople } from '../identity';
import type { OnPersonChanged } from '../identity';
import {
  CHAT_WINDOW_SIZE,
  findPeopleOf,
  forgetChatChanges,
  recordChat,
  recordMessage,
  recordPerson,
} from './chat-topics';
import { createChatRepository } from './chat-repository';
import { createMessageRepository } from './message-repository';

/**
 * Number of chats that one transaction updates, so that other requests wait only briefly: each chat may have ten
 * members whose topics get a change, and the own chat of a meetup up to fifty.
 */
const CHATS_PER_BATCH = 20;

const RefreshPayload = z.object({
  uid: z.string(),
  /** Whether the user is erased. Their messages were emptied before, so pages must get the emptied messages as well. */
  isErased: z.boolean(),
  /** Key of the chat that was updated last; only chats with greater keys still need the update. */
  after: z.string(),
});
type RefreshPayload = z.infer<typeof RefreshPayload>;

/** Job that updates a changed user in those chats that the first transaction didn't update. */
const refreshChatsJob: JobKind<RefreshPayload> = {
  name: 'social/person-in-chats',
  payload: RefreshPayload,
  clock: 'real',
  giveUpAfterMs: 24 * 60 * 60_000,
  personal: { personOf: ({ uid }) => uid, present: () => ({ what: 'name and picture in chats' }) },
};

/** Updates a changed user in the next chats. Returns the payload for the remaining chats, or null if none remain. */
const refreshChats = async (
  tx: WriteTransaction,
  { uid, isErased, after }: RefreshPayload,
): Promise<RefreshPayload | null> => {
  const chatRepository = createChatRepository(tx.knex);
  const chatKeys = await chatRepository.listKeysOf(uid, { after, limit: CHATS_PER_BATCH });
  const chatsOfUser = await chatRepository.findAll(chatKeys);
  const people = new Map(await findPeopleOf(tx.knex, chatsOfUser));
  // Leaves out the erased user, whose row still exists until the end of the same transaction. The user has no session,
  // so their own topic needs no change.
  if (isErased) people.delete(uid);
  const person = isErased ? undefined : (await createPeople(tx.knex).find([uid])).get(uid);
  // Deletes the recorded changes of the chats; otherwise the change log would store the erased user's texts for days.
  if (isErased)
    await forgetChatChanges(
      tx,
      chatsOfUser.filter(({ saidAt }) => saidAt.has(uid)),
    );
  for (const chat of chatsOfUser) {
    if (isErased) {
      const messages = await createMessageRepository(tx.knex).list(chat.key, { limit: CHAT_WINDOW_SIZE, before: null });
      for (const message of messages.filter(({ author }) => author === uid)) recordMessage(tx, message);
    }
    recordPerson(tx, chat, { uid, person });
    recordChat(tx, chat, people);
  }
  const lastChatKey = chatKeys.at(-1);
  return lastChatKey === undefined || chatKeys.length < CHATS_PER_BATCH ? null : { uid, isErased, after: lastChatKey };
};

/**
 * Updates the first chats in this transaction and the rest in a job, so that a user with a thousand chats doesn't delay
 * other requests.
 */
const refreshFrom = async (tx: WriteTransaction, jobs: JobQueue, startPayload: RefreshPayload): Promise<void> => {
  const remainingPayload = await refreshChats(tx, startPayload);
  if (remainingPayload !== null)
    await jobs.enqueue(tx, refreshChatsJob, { key: remainingPayload.uid, payload: remainingPayload });
};

/** Creates the handler that updates a user's chats when the user's name, picture or deletion has changed. */
export const updatePersonInChats =
  (jobs: JobQueue): OnPersonChanged =>
  async (tx, { uid, before, after }) => {
    const isPresentedAlike =
      before.displayName === after.displayName &&
      before.photoURL === after.photoURL &&
      before.isDeleted === after.isDeleted;
    if (!isPresentedAlike) await refreshFrom(tx, jobs, { uid, isErased: false, after: '' });
  };

/** Removes an erased user's name and texts from all their chats. */
export const removePersonFromChats = (tx: WriteTransaction, jobs: JobQueue, uid: string): Promise<void> =>
  refreshFrom(tx, jobs, { uid, isErased: true, after: '' });

/** Binds the job that updates the remaining chats. After an interruption the job begins again, which does no harm. */
export const bindPersonUpdatesJob = (database: Database): BoundJob =>
  bindJob(refreshChatsJob, async (payload) => {
    for (let remainingPayload: RefreshPayload | null = payload; remainingPayload !== null;) {
      const nextPayload: RefreshPayload = remainingPayload;
      remainingPayload = await database.write((tx) => refreshChats(tx, nextPayload));
    }
    return ok(undefined);
  });
