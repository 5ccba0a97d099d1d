import * as z from '@mahlzeit/contract/zod';
import { RestaurantSummary } from './restaurant';
import { Key } from './values';

/** One who is invited, or the owner. */
export const Attendee = z.object({
  /** The same as `key`. */
  uid: Key,
  /** The person's uid. */
  key: Key,
  /** What the person is called. */
  name: z.string(),
  /** Address of the profile picture. */
  photoURL: z.nullable(z.string()),
  /** Whether the person has ordered for this meetup. */
  hasOrdered: z.boolean(),
  /** The owner counts as accepted. */
  status: z.enum(['pending', 'accepted', 'declined']),
});
export type Attendee = z.infer<typeof Attendee>;

/** Item of the topic `me`, collection `invitations`; as its reader sees it. */
export const Invitation = z.object({
  /** Names the invitation on the wire. */
  key: Key,
  /** When people meet, ISO 8601 with offset. */
  date: z.iso.datetime({ offset: true }),
  /** Follows from the owner's cancelling and the guests' answers. */
  status: z.enum(['pending', 'accepted', 'declined', 'canceled']),
  /** Whether the reader made it. */
  isOwn: z.boolean(),
  /** Whether the food is taken away. */
  isTakeAway: z.boolean(),
  /** Everybody, the owner first. */
  attendees: z.array(Attendee),
  /** Key of the restaurant. */
  restaurant: Key,
  /** The restaurant as a row shows it. */
  restaurantInfo: RestaurantSummary,
  /** The reader's own order for it. */
  order: z.nullable(Key),
  /** The chat that it was sent to. */
  chatKey: Key,
  /** The message that shows it. */
  messageKey: Key,
  /** The message that it took the place of. */
  replacedChatMessageKey: z.nullable(Key),
});
export type Invitation = z.infer<typeof Invitation>;
