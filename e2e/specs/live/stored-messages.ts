import * as z from 'zod/mini';
import type { SocialPage } from './social-page';
import type { ClusterRun } from './cluster-commands';
import type { SocialRun } from './social-commands';

const StoredMessageRows = z.array(z.object({ chat_key: z.string(), author: z.string(), client_key: z.string() }));

/** Returns the stored messages of these chats that have a client key, as `chat author clientKey`. */
const readStoredMessages = async (
  { gateway }: Pick<SocialRun, 'gateway'>,
  chatKeys: readonly string[],
): Promise<readonly string[]> => {
  const messageRows = z.parse(
    StoredMessageRows,
    await gateway.database
      .knex('chat_message')
      .whereIn('chat_key', chatKeys)
      .whereNotNull('client_key')
      .select('chat_key', 'author', 'client_key'),
  );
  return messageRows.map(({ chat_key, author, client_key }) => `${chat_key} ${author} ${client_key}`);
};

/** Takes the refused messages of a page in some of its chats. Returns them as `chat author clientKey`. */
const takeRefused = ({ uid, unsentMessages }: SocialPage, isInChat: (chatKey: string) => boolean): readonly string[] =>
  unsentMessages
    .get()
    .filter(({ chatKey }) => isInChat(chatKey))
    .map(({ chatKey, clientKey }) => {
      unsentMessages.discard(clientKey);
      return `${chatKey} ${uid} ${clientKey}`;
    });

/** Expects each message to be either stored once or refused because one user has blocked the other, and never both. */
export const expectAllStoredOnce = async (run: SocialRun): Promise<void> => {
  const { chats, pages, acceptedMessages, sentMessages } = run;
  const isPairChat = (chatKey: string): boolean =>
    chats.some(({ key, people }) => key === chatKey && people.length === 2);
  const storedMessages = await readStoredMessages(
    run,
    chats.map(({ key }) => key),
  );
  const refusedMessages = pages.flatMap((page) => takeRefused(page, isPairChat));
  expect([...storedMessages, ...refusedMessages].sort()).toEqual([...acceptedMessages, ...sentMessages].sort());
  for (const message of refusedMessages) sentMessages.delete(message);
  expect(pages.flatMap(({ unsentMessages }) => unsentMessages.get())).toEqual([]);
};

/**
 * Expects each message to the own chat of a meetup to be stored once at most, and to be stored unless it was refused. A
 * message may be both stored and refused: the response was lost, the author left the chat, and the repeated message was
 * refused.
 */
export const expectMeetupMessagesStoredOnce = async (run: ClusterRun): Promise<void> => {
  const { meetups, meetupMessages, pages } = run;
  const chatKeys = meetups.list.flatMap(({ chatKey, ownChatMembers }) => (ownChatMembers === null ? [] : [chatKey]));
  const storedMessages = await readStoredMessages(run, chatKeys);
  const refusedMessages = pages.flatMap((page) => takeRefused(page, (chatKey) => chatKeys.includes(chatKey)));
  expect(new Set(storedMessages).size).toBe(storedMessages.length);
  expect(storedMessages.filter((message) => !meetupMessages.sent.has(message))).toEqual([]);
  for (const message of refusedMessages) meetupMessages.onPages.delete(message);
  const storedSet = new Set(storedMessages);
  expect([...meetupMessages.accepted, ...meetupMessages.onPages].filter((message) => !storedSet.has(message))).toEqual(
    [],
  );
};
