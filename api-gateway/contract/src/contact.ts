import * as z from '@mahlzeit/contract/zod';
import { Key } from './values';

/** A user as others see them, without their e-mail address. */
export const Person = z.object({
  /** The person's uid. */
  key: Key,
  /** Display name; empty for a user without a name. */
  displayName: z.string(),
  /** Address of the profile picture. */
  photoURL: z.nullable(z.string()),
});
export type Person = z.infer<typeof Person>;

/** Item of the topic `me`, collection `contacts`. */
export const Contact = z.object({
  /** The person's uid. */
  key: Key,
  /** Display name; empty for a user without a name. */
  name: z.string(),
  /** Address of the profile picture. */
  photoURL: z.nullable(z.string()),
  /** Whether the reader has marked this person as a favourite. */
  isFavorite: z.boolean(),
  /** `deleted` while the account waits for its erasure; name and picture are then empty. */
  status: z.nullable(z.literal('deleted')),
  /** True when one of the two blocks the other. */
  uninvitable: z.boolean(),
});
export type Contact = z.infer<typeof Contact>;

/** Item of the topic `me`, collection `contactGroups`. */
export const ContactGroup = z.object({
  /** Chosen by the client, scoped to its owner. */
  key: Key,
  /** Unique among its owner's groups. */
  name: z.string(),
  /** Whether the reader marked it as a favourite. */
  isFavorite: z.boolean(),
  /** Uids of the members. A member who is no longer a contact is a deleted user. */
  members: z.array(Key),
});
export type ContactGroup = z.infer<typeof ContactGroup>;

/** Item of the topic `me`, collection `blockedUsers`. */
export const BlockedUser = z.object({
  /** The person's uid. */
  key: Key,
  /** Display name; empty for a user without a name. */
  name: z.string(),
  /** Address of the profile picture. */
  photoURL: z.nullable(z.string()),
  /**
   * `deleted` while the account waits for its erasure; name and picture are then empty. Earlier gateways omit the
   * field.
   */
  status: z.optional(Contact.shape.status),
  /** Always false on the wire. Clients set true for a block that the gateway has not confirmed yet. */
  pending: z.boolean(),
});
export type BlockedUser = z.infer<typeof BlockedUser>;

/** Item of the topic `me`, collection `isBlockedBy`: a person who blocks the reader. */
export const BlockingUser = z.object({
  /** The person's uid. */
  key: Key,
});
export type BlockingUser = z.infer<typeof BlockingUser>;
