import { BlockingUser, Chat, ChatMessage, ChatRead, chatTopic, getChatMessages, getChats, meTopic, Person } from '@mahlzeit/contract';
import { defineCollection } from '@mahlzeit/shared-ui/platform';
import { olderItems } from '@mahlzeit/shared-ui/platform/collections';

/** S2§9: rows of a page, and of what the topics hold. */
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
    read: ({ before, limit }, { apiClient, signal }) => apiClient.call(getChats, { query: { before, limit } }, signal),
  }),
});

/** How far the reader has read their chats. */
export const liveChatReads = defineCollection({ topic: meTopic, collection: 'chatReads', schema: ChatRead });

/** Messages of one chat, the newest first; named by the chat's key. */
export const liveMessages = defineCollection({
  topic: chatTopic,
  collection: 'messages',
  schema: ChatMessage,
  older: olderItems<ChatMessage>({
    window: { newest: PAGE },
    compare: (a, b) => b.timestamp - a.timestamp,
    limit: PAGE,
    read: ({ arg, before, limit }, { apiClient, signal }) => apiClient.call(getChatMessages, { params: { chatKey: arg }, query: { before, limit } }, signal),
  }),
});

/** Everybody in one chat, the reader included. */
export const liveParticipants = defineCollection({ topic: chatTopic, collection: 'participants', schema: Person });

/** Who blocks the reader. */
export const liveBlockingUsers = defineCollection({ topic: meTopic, collection: 'isBlockedBy', schema: BlockingUser });
