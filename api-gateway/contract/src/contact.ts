import * as z from 'zod/mini';
import { Key } from './values';

/** Item of the topic `me`, collection `contacts`. */
export const Contact = z.object({
  /** The person's uid. */
  key: Key,
  /** What the person is called. */
  name: z.string(),
  /** Address of the profile picture. */
  photoURL: z.nullable(z.string()),
  /** Whether the reader's favourites have this person. */
  isFavorite: z.boolean(),
  /** `deleted` while the account waits for its erasure. */
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
