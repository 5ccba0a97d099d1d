import * as z from '@mahlzeit/contract/zod';
import { Chat, ChatMessageView } from './chat';
import { defineRoute } from './route';
import { messageToSend } from './typed-text';
import { Empty, Key, LookupKey, PageLimit } from './values';

/** Which page of a list is asked for, the newest first. */
export const NewestPage = z.object({
  /** Key of the last row that the reader has; absent: the first page. One that isn't in the list is refused. */
  before: z.optional(LookupKey),
  /** How many rows at most; a shorter page is the last one. */
  limit: z._default(PageLimit, 50),
});
export type NewestPage = z.infer<typeof NewestPage>;

const OneChat = z.object({
  /** Names the chat. */
  chatKey: LookupKey,
});

/** The caller's chats, the last updated first. */
export const getChats = defineRoute({
  name: 'getChats',
  method: 'GET',
  path: '/api/chat',
  access: 'loggedIn',
  query: NewestPage,
  answer: z.array(Chat),
  errors: [],
});

// One more than the rule allows is an error of its own, many more are no request.
const Others = z.array(Key).check(z.maxLength(200));

/** With whom a chat begins. */
export const ChatCreation = z.object({
  /** 1 to 9 others; the caller is added. */
  participantKeys: Others,
});
export type ChatCreation = z.infer<typeof ChatCreation>;

/** Which chat it became. */
export const ChatReference = z.object({
  /** Key of the chat. */
  chatId: Key,
});
export type ChatReference = z.infer<typeof ChatReference>;

/** The chat of exactly these people: the one that is there, or a new one. */
export const createChat = defineRoute({
  name: 'createChat',
  method: 'POST',
  path: '/api/chat/create',
  access: 'loggedIn',
  body: ChatCreation,
  answer: ChatReference,
  errors: ['ErrorNoUsers', 'tooManyAttendees', 'uninvitable', 'notAContact'],
});

/** What is shared with whom. */
export const ContentMessage = z.object({
  /** 1 to 9 others; the caller is added. */
  userKeys: Others,
  /** What kind of thing it is. */
  type: z.enum(['restaurant', 'invitation']),
  /** Key of the restaurant or the invitation. */
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

/** Messages of a chat, the newest first. */
export const getChatMessages = defineRoute({
  name: 'getChatMessages',
  method: 'GET',
  path: '/api/chat/:chatKey/messages',
  access: 'loggedIn',
  params: OneChat,
  query: NewestPage,
  answer: z.array(ChatMessageView),
  errors: ['notFound'],
});

/** A message to be sent. */
export const NewChatMessage = z.object({
  /** 1 to 100 characters, without the spaces around them. */
  content: z.pipe(z.pipe(z.string().check(z.maxLength(2000)), z.transform(messageToSend)), z.string()),
  /** What the author's client calls it: the same one again is answered with the message that is there, for ever. */
  clientKey: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
});
export type NewChatMessage = z.infer<typeof NewChatMessage>;

/** Sends a text to a chat of the caller. */
export const sendChatMessage = defineRoute({
  name: 'sendChatMessage',
  method: 'POST',
  path: '/api/chat/:chatKey/messages',
  access: 'loggedIn',
  params: OneChat,
  body: NewChatMessage,
  answer: ChatMessageView,
  errors: ['notFound', 'uninvitable', 'ErrorTooManyAttempts'],
});

/** How far a chat was read. */
export const ChatReading = z.object({
  /** The newest message that was seen; one older than what is stored changes nothing. */
  messageKey: LookupKey,
});
export type ChatReading = z.infer<typeof ChatReading>;

/** Remembers for all pages of the caller how far a chat was read. */
export const readChat = defineRoute({
  name: 'readChat',
  method: 'PUT',
  path: '/api/chat/:chatKey/read',
  access: 'loggedIn',
  params: OneChat,
  body: ChatReading,
  answer: Empty,
  errors: ['notFound'],
});
