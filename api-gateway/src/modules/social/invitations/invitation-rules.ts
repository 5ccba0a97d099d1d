import type { Attendee, Invitation, RestaurantSummary, SharedInvitation } from '@mahlzeit/contract';
import { invitationStatus, seatsLeft } from '@mahlzeit/contract/rules';
import type { PublicPerson } from '../../identity';
import type { StoredAttendee, StoredInvitation } from './invitation-repository';

/** What an invitation is shown with beside its own row. */
export interface Surroundings {
  /** Everybody in it who has an account. */
  readonly people: ReadonlyMap<string, PublicPerson>;
  /** Where people meet, by key; those that are not listed any more too. */
  readonly restaurants: ReadonlyMap<string, RestaurantSummary>;
}

type Known = Pick<Surroundings, 'people'>;

/** Whether somebody is there: neither erased nor about to be. */
const isThere = (uid: string, { people }: Known): boolean => people.get(uid)?.isDeleted === false;

/** The answers as they count: who has left has declined, as long as they stay away. */
export const answersOf = ({ attendees }: Pick<StoredInvitation, 'attendees'>, known: Known): StoredAttendee[] =>
  attendees.map(({ uid, status }) => ({ uid, status: isThere(uid, known) ? status : 'declined' }));

/** Whether the meetup is cancelled: by its owner, or because they have left. */
export const isOff = ({ isCanceled, owner }: Pick<StoredInvitation, 'isCanceled' | 'owner'>, known: Known): boolean => isCanceled || !isThere(owner, known);

/** The status of an invitation as everybody sees it. */
export const statusOf = (invitation: StoredInvitation, known: Known): Invitation['status'] =>
  invitationStatus({ isCanceled: isOff(invitation, known), guests: answersOf(invitation, known).filter(({ uid }) => uid !== invitation.owner).map(({ status }) => status) });

/** Guests who come or may still come. */
export const guestsNotDeclined = (invitation: StoredInvitation, known: Known): string[] =>
  answersOf(invitation, known).filter(({ uid, status }) => uid !== invitation.owner && status !== 'declined').map(({ uid }) => uid);

/** The seats that are left for whoever joins by a link. */
export const seatsLeftOf = (invitation: StoredInvitation, known: Known): number => seatsLeft(answersOf(invitation, known).map(({ status }) => status));

const presentAttendee = ({ uid, status }: StoredAttendee, known: Known): Attendee => {
  const person = isThere(uid, known) ? known.people.get(uid) : undefined;
  return { uid, key: uid, name: person?.displayName ?? '', photoURL: person?.photoURL ?? null, hasOrdered: false, status };
};

/** The restaurant of an invitation. */
export const restaurantOf = ({ restaurantKey }: Pick<StoredInvitation, 'restaurantKey'>, { restaurants }: Pick<Surroundings, 'restaurants'>): RestaurantSummary => {
  const restaurant = restaurants.get(restaurantKey);
  if (restaurant === undefined) throw new Error('the restaurant of an invitation is never deleted');
  return restaurant;
};

/** When people meet, as the wire has it. */
export const isoDateOf = ({ date }: Pick<StoredInvitation, 'date'>): string => new Date(date).toISOString();

/** An invitation as one who attends it sees it. Orders belong to meetups once one can order: then they stand here, and in the rule of who may still decline. */
export const presentInvitation = (invitation: StoredInvitation, reader: string, surroundings: Surroundings): Invitation => ({
  key: invitation.key,
  date: isoDateOf(invitation),
  status: statusOf(invitation, surroundings),
  isOwn: invitation.owner === reader,
  isTakeAway: invitation.isTakeAway,
  attendees: answersOf(invitation, surroundings).map((answer) => presentAttendee(answer, surroundings)),
  restaurant: invitation.restaurantKey,
  restaurantInfo: restaurantOf(invitation, surroundings),
  order: null,
  chatKey: invitation.chatKey,
  messageKey: invitation.messageKey,
  replacedChatMessageKey: invitation.replacedMessageKey,
});

/** What a link shows of an invitation to `reader`, with first names alone; to who has declined it is offered anew. */
export const presentShared = (invitation: StoredInvitation, reader: string, { firstNames, ...surroundings }: Surroundings & { readonly firstNames: ReadonlyMap<string, string> }): SharedInvitation => {
  const answers = answersOf(invitation, surroundings);
  const comes = answers.some(({ uid, status }) => uid === reader && status !== 'declined');
  return {
    key: comes ? invitation.key : null,
    date: isoDateOf(invitation),
    isTakeAway: invitation.isTakeAway,
    status: statusOf(invitation, surroundings),
    restaurant: restaurantOf(invitation, surroundings),
    attendees: answers.map(({ uid, status }) => ({ firstName: isThere(uid, surroundings) ? firstNames.get(uid) ?? '' : '', status })),
    seatsLeft: seatsLeftOf(invitation, surroundings),
  };
};
