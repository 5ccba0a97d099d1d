import * as z from '@mahlzeit/contract/zod';
import { Key } from './values';

/** Public data of a user, without the e-mail address. */
export const Person = z.object({
  /** Uid of the person, equal to `Account.uid`. */
  key: Key,
  /** Display name; „Jemand“ for a user who has not chosen one. */
  displayName: z.string(),
  /** URL of the profile picture; null without a picture. */
  photoURL: z.nullable(z.string()),
});
export type Person = z.infer<typeof Person>;

/** A person in the user's contact list; item of the topic `me`, collection `contacts`. */
export const Contact = z.object({
  /** Uid of the person, equal to `Account.uid`. */
  key: Key,
  /** Display name; „Jemand“ for a user who has not chosen one. */
  name: z.string(),
  /** URL of the profile picture; null without a picture. */
  photoURL: z.nullable(z.string()),
  /** Whether the owner of the contact list has marked this person as a favourite. */
  isFavorite: z.boolean(),
  /** `deleted` while the account waits for its erasure; name and picture are then empty. */
  status: z.nullable(z.literal('deleted')),
  /**
   * True when the owner of the contact list blocks this person, or this person blocks the owner. Neither can then
   * invite the other.
   */
  uninvitable: z.boolean(),
});
export type Contact = z.infer<typeof Contact>;

/** A group of the user's contacts; item of the topic `me`, collection `contactGroups`. */
export const ContactGroup = z.object({
  /** Key of the group. The client chooses it; it is unique only among its owner's groups. */
  key: Key,
  /** Name of the group, unique among its owner's groups. */
  name: z.string(),
  /** Whether the owner has marked the group as a favourite. */
  isFavorite: z.boolean(),
  /** Uids of the members. A member who is no longer a contact is a deleted user. */
  members: z.array(Key),
});
export type ContactGroup = z.infer<typeof ContactGroup>;

/** A person whom the user blocks; item of the topic `me`, collection `blockedUsers`. */
export const BlockedUser = z.object({
  /** Uid of the person, equal to `Account.uid`. */
  key: Key,
  /** Display name; „Jemand“ for a user who has not chosen one. */
  name: z.string(),
  /** URL of the profile picture; null without a picture. */
  photoURL: z.nullable(z.string()),
  /**
   * `deleted` while the account waits for its erasure; name and picture are then empty. Earlier gateways omit the
   * field.
   */
  status: z.optional(Contact.shape.status),
  /**
   * Whether a request to unblock this person is running in the client. Always false in responses and topics; only a
   * client sets true.
   */
  pending: z.boolean(),
});
export type BlockedUser = z.infer<typeof BlockedUser>;

/** A person who blocks the user; item of the user's topic `me`, collection `isBlockedBy`. */
export const BlockingUser = z.object({
  /** Uid of the person who blocks the user, equal to `Account.uid`. */
  key: Key,
});
export type BlockingUser = z.infer<typeof BlockingUser>;
