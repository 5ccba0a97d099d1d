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

/** Rows of one page, and of the window that a topic holds (S2§9). */
const PAGE = 50;

/** The reader's chats, the last updated first. */
export const liveChats = defineCollection({
  topic: meTopic,
  collection: 'chats',
  schema: Chat,
  older: olderItems({
    window: { newest: PAGE },
    compare: (a, b) => b.updatedAt - a.updatedAt,
    limit: PAGE,
    read: ({ previousEnd, limit }, { apiClient, signal }) =>
      apiClient.call(getChats, { query: { before: previousEnd, limit } }, signal),
  }),
});

/** Newest message that the reader has read, for each chat. */
export const liveChatReads = defineCollection({ topic: meTopic, collection: 'chatReads', schema: ChatRead });

/**
 * Converts a page of the route to the form in which the topic sends messages. Long chats stay in memory: each message
 * keeps only the fields that are drawn, and messages of one author share the author's key.
 */
const withoutView = (page: readonly ChatMessageView[]): readonly ChatMessage[] => {
  const sharedKeys = new Map<string, string>();
  const sharedKey = (key: string): string => {
    const storedKey = sharedKeys.get(key) ?? key;
    sharedKeys.set(key, storedKey);
    return storedKey;
  };
  return page.map(({ key, chatKey, authorKey, content, contentId, timestamp, reminderSent, clientKey, removed }) => ({
    key,
    chatKey: sharedKey(chatKey),
    authorKey: sharedKey(authorKey),
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
    window: { newest: PAGE },
    compare: (a, b) => b.timestamp - a.timestamp,
    limit: PAGE,
    read: async ({ arg, previousEnd, limit }, { apiClient, signal }) => {
      const answer = await apiClient.call(
        getChatMessages,
        { params: { chatKey: arg }, query: { before: previousEnd, limit } },
        signal,
      );
      return answer.ok ? ok(withoutView(answer.value)) : answer;
    },
  }),
});

/** Participants of one chat, the reader included. */
export const liveParticipants = defineCollection({ topic: chatTopic, collection: 'participants', schema: Person });

/** Users who block the reader. */
export const liveBlockingUsers = defineCollection({ topic: meTopic, collection: 'isBlockedBy', schema: BlockingUser });
