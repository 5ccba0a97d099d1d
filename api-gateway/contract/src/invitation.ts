import * as z from '@mahlzeit/contract/zod';
import { RestaurantSummary } from './restaurant';
import { IsoInstant, Key } from './values';

/** An attendee of a meetup: an invited person, or the owner. */
export const Attendee = z.object({
  /** Uid of the person; equals `key`. */
  uid: Key,
  /** Uid of the person; equals the field `uid`. */
  key: Key,
  /** Name of the person, as other users see it: „Jemand“ without a name, empty for a deleted account. */
  name: z.string(),
  /** URL of the profile picture; null without a picture. */
  photoURL: z.nullable(z.string()),
  /** Whether the person has ordered for this meetup. */
  hasOrdered: z.boolean(),
  /** Answer of the person. The owner always has `accepted`. */
  status: z.enum(['pending', 'accepted', 'declined']),
});
export type Attendee = z.infer<typeof Attendee>;

/** An invitation as one attendee sees it; item of the topic `me`, collection `invitations`. */
export const Invitation = z.object({
  /** Key of the invitation, with which the invitation routes address it. */
  key: Key,
  /** Time of the meetup, ISO 8601 with offset. */
  date: IsoInstant,
  /** Status of the meetup, which follows from the owner's cancellation and the guests' answers. */
  status: z.enum(['pending', 'accepted', 'declined', 'canceled']),
  /** Whether the user who reads the invitation is its owner. */
  isOwn: z.boolean(),
  /** Whether the attendees take the food away. */
  isTakeAway: z.boolean(),
  /** All attendees, the owner first. */
  attendees: z.array(Attendee),
  /** Key of the restaurant in which people meet. */
  restaurant: Key,
  /** The restaurant of the meetup, as lists show it. */
  restaurantInfo: RestaurantSummary,
  /** Key of the order that the reading user placed for this meetup; null without an order. */
  order: z.nullable(Key),
  /**
   * Key of the chat that contains the invitation: first the chat to which it was sent. When somebody who isn't a member
   * of that chat joins by the link, the meetup gets a chat of its own, of which all attendees who haven't declined are
   * members.
   */
  chatKey: Key,
  /** Key of the message that shows the invitation in the chat of `chatKey`. */
  messageKey: Key,
  /** Key of the chat message that the invitation has replaced; null when it replaced none. */
  replacedChatMessageKey: z.nullable(Key),
});
export type Invitation = z.infer<typeof Invitation>;
