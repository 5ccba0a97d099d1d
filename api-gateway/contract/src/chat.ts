import * as z from '@mahlzeit/contract/zod';
import { Person } from './contact';
import { Invitation } from './invitation';
import { RestaurantSummary } from './restaurant';
import { Key, Ms } from './values';

/** The newest message of a chat, as the inbox shows it. */
export const LastMessage = z.object({
  /** Names the message. */
  key: Key,
  /** What was written; `restaurant` or `invitation` where something was shared (`contentId`). */
  content: z.string(),
  /** What was shared; null for a text, whatever it says (S02). */
  contentId: z.nullable(Key),
  /** Who wrote it. */
  authorKey: Key,
  /** When it was sent, by the domain clock. */
  timestamp: Ms,
  /** True where the message was taken away, or the invitation that it shows is gone. Earlier gateways leave it out. */
  removed: z.optional(z.boolean()),
});
export type LastMessage = z.infer<typeof LastMessage>;

/** Item of the topic `me`, collection `chats`; as its reader sees it. */
export const Chat = z.object({
  /** Names the chat on the wire. */
  key: Key,
  /** Everybody in it, the reader included. */
  participantKeys: z.array(Key),
  /** Everybody in it but the reader; whose account is deleted is in `participantKeys` alone. */
  participants: z.array(Person),
  /** When it began, by the domain clock. */
  createdAt: Ms,
  /** When something was said last; `createdAt` where nothing was. */
  updatedAt: Ms,
  /** null where nothing was said yet. */
  lastMessage: z.nullable(LastMessage),
  /**
   * When each of them has said something last, by uid; who never has isn't in it. Tells what is unread behind a message
   * of the reader's own. Earlier gateways leave it out.
   */
  saidAt: z.optional(z.record(Key, Ms)),
});
export type Chat = z.infer<typeof Chat>;

/**
 * How far the reader has read a chat: item of the topic `me`, collection `chatReads`, which holds all of them, those of
 * older chats too.
 */
export const ChatRead = z.object({
  /** Key of the chat. */
  key: Key,
  /** The newest message that was seen. */
  messageKey: Key,
  /** When that message was sent. */
  timestamp: Ms,
});
export type ChatRead = z.infer<typeof ChatRead>;

/** Item of the topic `chat/{key}`, collection `messages`: the same for every reader. */
export const ChatMessage = z.object({
  /** Names the message. */
  key: Key,
  /** The chat that it is in. */
  chatKey: Key,
  /** Who wrote it. */
  authorKey: Key,
  /** At most 100 characters; the literal `restaurant` or `invitation` where `contentId` is set. */
  content: z.string(),
  /** What was shared; set by the gateway alone, so that a typed word never becomes a card (S02). */
  contentId: z.nullable(Key),
  /** When it was sent, by the domain clock; two messages of a chat never have the same instant, so it orders them. */
  timestamp: Ms,
  /** Whether the owner has reminded the guests of this invitation. */
  reminderSent: z.boolean(),
  /** What its author's client calls it: finds the message again that a lost answer told of. */
  clientKey: z.nullable(z.string()),
  /**
   * True where what was shared is gone, or where the message was taken away or its author is gone. Then the content is
   * empty, save that of an invitation that was deleted.
   */
  removed: z.boolean(),
});
export type ChatMessage = z.infer<typeof ChatMessage>;

/** A message with what belongs to it, as its reader sees it. */
export const ChatMessageView = z.extend(ChatMessage, {
  /** Whether the reader wrote it. */
  isOwn: z.boolean(),
  /** The restaurant that was shared, or that of the invitation; null for a text and where it is gone. */
  restaurant: z.nullable(RestaurantSummary),
  /** The invitation that was shared. */
  invitation: z.nullable(Invitation),
  /** The reader's own order for it. */
  order: z.nullable(Key),
});
export type ChatMessageView = z.infer<typeof ChatMessageView>;
