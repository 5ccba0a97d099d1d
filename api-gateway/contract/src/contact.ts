import * as z from '@mahlzeit/contract/zod';
import { Key } from './values';

/** Somebody as others see them; never an e-mail address. */
export const Person = z.object({
  /** The person's uid. */
  key: Key,
  /** What the person is called; empty where they have no name. */
  displayName: z.string(),
  /** Address of the profile picture. */
  photoURL: z.nullable(z.string()),
});
export type Person = z.infer<typeof Person>;

/** Item of the topic `me`, collection `contacts`. */
export const Contact = z.object({
  /** The person's uid. */
  key: Key,
  /** What the person is called; empty where they have no name. */
  name: z.string(),
  /** Address of the profile picture. */
  photoURL: z.nullable(z.string()),
  /** Whether the reader's favourites have this person. */
  isFavorite: z.boolean(),
  /** `deleted` while the account waits for its erasure: without name and picture. */
  status: z.nullable(z.literal('deleted')),
  /** True where one of the two blocks the other. */
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
  /** Keys of its people; one that is no contact any more is a deleted user. */
  members: z.array(Key),
});
export type ContactGroup = z.infer<typeof ContactGroup>;

/** Item of the topic `me`, collection `blockedUsers`. */
export const BlockedUser = z.object({
  /** The person's uid. */
  key: Key,
  /** What the person is called; empty where they have no name. */
  name: z.string(),
  /** Address of the profile picture. */
  photoURL: z.nullable(z.string()),
  /** `deleted` while the account waits for its erasure: without name and picture. Earlier gateways leave it out. */
  status: z.optional(Contact.shape.status),
  /** Always false on the wire: true is the client's own sign for what isn't answered yet. */
  pending: z.boolean(),
});
export type BlockedUser = z.infer<typeof BlockedUser>;

/** Item of the topic `me`, collection `isBlockedBy`: who blocks the reader. */
export const BlockingUser = z.object({
  /** The person's uid. */
  key: Key,
});
export type BlockingUser = z.infer<typeof BlockingUser>;
