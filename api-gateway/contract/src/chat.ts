import * as z from '@mahlzeit/contract/zod';
import { Person } from './contact';
import { Invitation } from './invitation';
import { RestaurantSummary } from './restaurant';
import { Key, Ms } from './values';

/** The newest message of a chat, as the inbox shows it. */
export const LastMessage = z.object({
  /** Key of the message, as in `ChatMessage.key`. */
  key: Key,
  /** Text of the message; `restaurant` or `invitation` for a shared thing (`contentId`). */
  content: z.string(),
  /**
   * Key of the shared restaurant or invitation; null for a text message, even when its text is „restaurant“ or
   * „invitation“ (S02).
   */
  contentId: z.nullable(Key),
  /** Uid of the user who sent the message. */
  authorKey: Key,
  /** Time of sending, by the gateway's clock, which tests can move. */
  timestamp: Ms,
  /**
   * True when the message was removed, or when it shows an invitation that was deleted. Earlier gateways omit the
   * field.
   */
  removed: z.optional(z.boolean()),
});
export type LastMessage = z.infer<typeof LastMessage>;

/** A chat as one of its members sees it; item of the topic `me`, collection `chats`. */
export const Chat = z.object({
  /** Key of the chat. Its messages are in the topic `chat/{key}`. */
  key: Key,
  /** Uids of all members of the chat, including the user who reads it and deleted users. */
  participantKeys: z.array(Key),
  /**
   * Members of the chat except the user who reads it. Deleted users are absent here, but present in `participantKeys`.
   */
  participants: z.array(Person),
  /**
   * People who have left the chat. Only the own chat of a meetup can be left. Their messages stay, under their names.
   * Earlier gateways omit the field.
   */
  formerParticipants: z.optional(z.array(Person)),
  /** Time at which the chat was created, by the gateway's clock, which tests can move. */
  createdAt: Ms,
  /** Time of the last message; `createdAt` for a chat without messages. */
  updatedAt: Ms,
  /** The newest message of the chat; null for a chat without messages. */
  lastMessage: z.nullable(LastMessage),
  /**
   * Time of each member's last message, by uid; a member without a message is absent. Clients need it to decide whether
   * a chat is unread when the user's own message is the newest. Earlier gateways omit the field.
   */
  saidAt: z.optional(z.record(Key, Ms)),
});
export type Chat = z.infer<typeof Chat>;

/**
 * Position up to which a user has read a chat; item of the user's topic `me`, collection `chatReads`. The collection
 * holds the positions of all chats, also of older chats that the collection `chats` omits.
 */
export const ChatRead = z.object({
  /** Key of the chat: a user has at most one position in each chat. */
  key: Key,
  /** Key of the newest message that the user has seen. */
  messageKey: Key,
  /** Time at which the message with `messageKey` was sent. */
  timestamp: Ms,
});
export type ChatRead = z.infer<typeof ChatRead>;

/** A message as all members of the chat get it; item of the topic `chat/{key}`, collection `messages`. */
export const ChatMessage = z.object({
  /** Key of the message. A page of older messages names it in `before`. */
  key: Key,
  /** Key of the chat that contains the message. */
  chatKey: Key,
  /** Uid of the user who sent the message; stays the same when that user is deleted. */
  authorKey: Key,
  /** Text of the message, at most 100 characters; the literal `restaurant` or `invitation` where `contentId` is set. */
  content: z.string(),
  /**
   * Key of the shared restaurant or invitation. Only the gateway sets this field, so the typed word „restaurant“ never
   * becomes a card (S02).
   */
  contentId: z.nullable(Key),
  /** Time of sending, by the gateway's clock, which tests can move. Unique within a chat, so it orders the messages. */
  timestamp: Ms,
  /** Whether the owner has reminded the guests of this invitation. */
  reminderSent: z.boolean(),
  /**
   * Key that the author's client chose for the message. Lets the client recognise the message when the response to its
   * request was lost.
   */
  clientKey: z.nullable(z.string()),
  /**
   * True when the shared restaurant or invitation no longer exists, when the message was removed, or when its author
   * was deleted. `content` is then empty, except for a deleted invitation.
   */
  removed: z.boolean(),
});
export type ChatMessage = z.infer<typeof ChatMessage>;

/** A message with the restaurant or invitation that it shares, as one member of the chat sees it. */
export const ChatMessageView = z.extend(ChatMessage, {
  /** Whether the requesting user wrote the message. */
  isOwn: z.boolean(),
  /**
   * Restaurant that the message shares, or the restaurant of the shared invitation; null for a text and for a
   * restaurant that no longer exists.
   */
  restaurant: z.nullable(RestaurantSummary),
  /**
   * Shared invitation; null for a message that shares no invitation, and for a user who doesn't attend the invitation.
   */
  invitation: z.nullable(Invitation),
  /** Key of the requesting user's own order for the invitation; null without an order. */
  order: z.nullable(Key),
});
export type ChatMessageView = z.infer<typeof ChatMessageView>;
