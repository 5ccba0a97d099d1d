import * as z from '@mahlzeit/contract/zod';
import { Chat, ChatMessageView } from './chat';
import { defineRoute } from './route';
import { messageToSend } from './typed-text';
import { Empty, Key, LookupKey, PageLimit } from './values';

/** Which page of a list to return; the list begins with the newest row. */
export const NewestPage = z.object({
  /** Key of the last row that the client already has; absent for the first page. An unknown key is refused. */
  before: z.optional(LookupKey),
  /** Maximum number of rows. A shorter page is the last one. */
  limit: z._default(PageLimit, 50),
});
export type NewestPage = z.infer<typeof NewestPage>;

const ChatParams = z.object({
  /** Path parameter: key of a chat that the caller is a member of. */
  chatKey: LookupKey,
});

/** Returns the caller's chats, the last updated first. */
export const getChats = defineRoute({
  name: 'getChats',
  method: 'GET',
  path: '/api/chat',
  access: 'loggedIn',
  query: NewestPage,
  answer: z.array(Chat),
  errors: [],
});

// Uids of the other people. The schema allows far more than the 9 people of the rule: the service refuses a list that
// is slightly too long with an error code of its own.
const OtherUserKeys = z.array(Key).check(z.maxLength(200));

/** People with whom a chat begins. */
export const ChatCreation = z.object({
  /** Uids of 1 to 9 other people. The gateway adds the caller. */
  participantKeys: OtherUserKeys,
});
export type ChatCreation = z.infer<typeof ChatCreation>;

/** Chat that was found or created. */
export const ChatReference = z.object({
  /** Key with which the other chat routes address the chat. */
  chatId: Key,
});
export type ChatReference = z.infer<typeof ChatReference>;

/**
 * Returns the chat of exactly these people, or creates it. Until it has a message, a chat appears only in the lists of
 * members who have called this route for it.
 */
export const createChat = defineRoute({
  name: 'createChat',
  method: 'POST',
  path: '/api/chat/create',
  access: 'loggedIn',
  body: ChatCreation,
  answer: ChatReference,
  errors: ['ErrorNoUsers', 'tooManyAttendees', 'uninvitable', 'notAContact', 'ErrorTooManyAttempts'],
});

/** Form with which a user shares a restaurant or an invitation: the shared thing and the recipients. */
export const ContentMessage = z.object({
  /** Uids of 1 to 9 other people. The gateway adds the caller. */
  userKeys: OtherUserKeys,
  /** Kind of the shared thing: restaurant or invitation. `contentId` is its key. */
  type: z.enum(['restaurant', 'invitation']),
  /** Key of the shared restaurant or invitation. */
  contentId: LookupKey,
});
export type ContentMessage = z.infer<typeof ContentMessage>;

/** Shares a restaurant or an invitation in the chat of exactly these people. */
export const sendContentMessage = defineRoute({
  name: 'sendContentMessage',
  method: 'POST',
  path: '/api/chat/sendContentMessage',
  access: 'verified',
  body: ContentMessage,
  answer: ChatReference,
  errors: ['ErrorNoUsers', 'tooManyAttendees', 'uninvitable', 'notAContact', 'notFound', 'ErrorTooManyAttempts'],
});

/** Returns messages of a chat, newest first. */
export const getChatMessages = defineRoute({
  name: 'getChatMessages',
  method: 'GET',
  path: '/api/chat/:chatKey/messages',
  access: 'loggedIn',
  params: ChatParams,
  query: NewestPage,
  answer: z.array(ChatMessageView),
  errors: ['notFound'],
});

/** A text message that the caller sends. */
export const NewChatMessage = z.object({
  /** Text of 1 to 100 characters after trimming. */
  content: z.pipe(z.pipe(z.string().check(z.maxLength(2000)), z.transform(messageToSend)), z.string()),
  /**
   * Key that the author's client chose for the message. A request with a key that was used before is answered with the
   * stored message, without a time limit.
   */
  clientKey: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
});
export type NewChatMessage = z.infer<typeof NewChatMessage>;

/** Sends a text to a chat of the caller. */
export const sendChatMessage = defineRoute({
  name: 'sendChatMessage',
  method: 'POST',
  path: '/api/chat/:chatKey/messages',
  access: 'loggedIn',
  params: ChatParams,
  body: NewChatMessage,
  answer: ChatMessageView,
  errors: ['notFound', 'uninvitable', 'ErrorTooManyAttempts'],
});

/** Position up to which the caller has read a chat. */
export const ChatReading = z.object({
  /** Key of the newest message that the caller has seen. A message older than the stored one changes nothing. */
  messageKey: LookupKey,
});
export type ChatReading = z.infer<typeof ChatReading>;

/** Stores how far the caller has read a chat, and sends this position to all open pages of the caller. */
export const readChat = defineRoute({
  name: 'readChat',
  method: 'PUT',
  path: '/api/chat/:chatKey/read',
  access: 'loggedIn',
  params: ChatParams,
  body: ChatReading,
  answer: Empty,
  errors: ['notFound'],
});
