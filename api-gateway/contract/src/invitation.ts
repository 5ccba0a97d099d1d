import * as z from '@mahlzeit/contract/zod';
import { RestaurantSummary } from './restaurant';
import { Key } from './values';

/** An invited person, or the owner. */
export const Attendee = z.object({
  /** The same as `key`. */
  uid: Key,
  /** The person's uid. */
  key: Key,
  /** Display name of the person. */
  name: z.string(),
  /** Address of the profile picture. */
  photoURL: z.nullable(z.string()),
  /** Whether the person has ordered for this meetup. */
  hasOrdered: z.boolean(),
  /** The owner always has `accepted`. */
  status: z.enum(['pending', 'accepted', 'declined']),
});
export type Attendee = z.infer<typeof Attendee>;

/** Item of the topic `me`, collection `invitations`, as its reader sees it. */
export const Invitation = z.object({
  /** Key of the invitation. */
  key: Key,
  /** Time of the meetup, ISO 8601 with offset. */
  date: z.iso.datetime({ offset: true }),
  /** Derived from the owner's cancellation and the guests' answers. */
  status: z.enum(['pending', 'accepted', 'declined', 'canceled']),
  /** Whether the reader is the owner. */
  isOwn: z.boolean(),
  /** Whether the attendees take the food away. */
  isTakeAway: z.boolean(),
  /** All attendees, the owner first. */
  attendees: z.array(Attendee),
  /** Key of the restaurant. */
  restaurant: Key,
  /** The restaurant as lists show it. */
  restaurantInfo: RestaurantSummary,
  /** Key of the reader's own order for this meetup. */
  order: z.nullable(Key),
  /** Chat that contains the invitation. */
  chatKey: Key,
  /** Message that shows the invitation. */
  messageKey: Key,
  /** Message that the invitation has replaced. */
  replacedChatMessageKey: z.nullable(Key),
});
export type Invitation = z.infer<typeof Invitation>;
