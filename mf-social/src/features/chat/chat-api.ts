import {
  BlockingUser,
  Chat,
  ChatMessage,
  ChatRead,
  chatTopic,
  getChatMessages,
  getChats,
  meTopic,
  ok,
  Person,
} from '@mahlzeit/contract';
import type { ChatMessageView } from '@mahlzeit/contract';
import { defineCollection } from '@mahlzeit/shared-ui/platform';
import { olderItems } from '@mahlzeit/shared-ui/platform/collections';

/** Number of messages in one page of older messages. The live topic holds the same number of newest rows (S2§9). */
const MESSAGE_PAGE_SIZE = 50;

/** Chats of the current user, the most recently updated first. */
export const liveChats = defineCollection({
  topic: meTopic,
  collection: 'chats',
  schema: Chat,
  older: olderItems({
    window: { newest: MESSAGE_PAGE_SIZE },
    compare: (a, b) => b.updatedAt - a.updatedAt,
    limit: MESSAGE_PAGE_SIZE,
    read: ({ previousEnd, limit }, { apiClient, signal }) =>
      apiClient.call(getChats, { query: { before: previousEnd, limit } }, signal),
  }),
});

/** Read markers of the current user: for each chat, the newest message that the user has read. */
export const liveChatReads = defineCollection({ topic: meTopic, collection: 'chatReads', schema: ChatRead });

/**
 * Converts messages of a gateway response to the form in which the live topic sends them. Long chats stay in memory. To
 * save memory, each message keeps only the fields that the chat shows, and messages with the same author share one key
 * string.
 */
const toChatMessages = (page: readonly ChatMessageView[]): readonly ChatMessage[] => {
  const internedKeys = new Map<string, string>();
  const internKey = (key: string): string => {
    const storedKey = internedKeys.get(key) ?? key;
    internedKeys.set(key, storedKey);
    return storedKey;
  };
  return page.map(({ key, chatKey, authorKey, content, contentId, timestamp, reminderSent, clientKey, removed }) => ({
    key,
    chatKey: internKey(chatKey),
    authorKey: internKey(authorKey),
    content,
    contentId,
    timestamp,
    reminderSent,
    clientKey,
    removed,
  }));
};

/** Messages of one chat, newest first. The argument is the chat's key. */
export const liveMessages = defineCollection({
  topic: chatTopic,
  collection: 'messages',
  schema: ChatMessage,
  older: olderItems<ChatMessage>({
    window: { newest: MESSAGE_PAGE_SIZE },
    compare: (a, b) => b.timestamp - a.timestamp,
    limit: MESSAGE_PAGE_SIZE,
    read: async ({ arg, previousEnd, limit }, { apiClient, signal }) => {
      const messagesAnswer = await apiClient.call(
        getChatMessages,
        { params: { chatKey: arg }, query: { before: previousEnd, limit } },
        signal,
      );
      return messagesAnswer.ok ? ok(toChatMessages(messagesAnswer.value)) : messagesAnswer;
    },
  }),
});

/** Participants of one chat, the current user included. */
export const liveParticipants = defineCollection({ topic: chatTopic, collection: 'participants', schema: Person });

/** Live collection of the people who have left a meetup's own chat. Their messages still show their names. */
export const liveFormerParticipants = defineCollection({
  topic: chatTopic,
  collection: 'formerParticipants',
  schema: Person,
});

/** Users who block the current user. */
export const liveBlockingUsers = defineCollection({ topic: meTopic, collection: 'isBlockedBy', schema: BlockingUser });
