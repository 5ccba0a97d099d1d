import type { Invitation, RestaurantSummary } from '@mahlzeit/contract';
import { invitationStatus, seatsLeft } from '@mahlzeit/contract/rules';
import { invariant } from '../../platform';
import type { PublicPerson } from '../identity';
import type { StoredAttendee, StoredInvitation } from './invitation-repository';

/** What an invitation is shown with beside its own row. */
export interface Surroundings {
  /** Everybody in it who has an account. */
  readonly people: ReadonlyMap<string, PublicPerson>;
  /** Where people meet, by key; those that are not listed any more too. */
  readonly restaurants: ReadonlyMap<string, RestaurantSummary>;
}

type PeopleContext = Pick<Surroundings, 'people'>;

/** Whether somebody is there: neither erased nor about to be. */
export const hasAccount = (uid: string, { people }: PeopleContext): boolean => people.get(uid)?.isDeleted === false;

/** The answers as they count: who has left has declined, as long as they stay away. */
export const answersOf = (
  { attendees }: Pick<StoredInvitation, 'attendees'>,
  context: PeopleContext,
): StoredAttendee[] =>
  attendees.map((attendee) => ({
    ...attendee,
    status: hasAccount(attendee.uid, context) ? attendee.status : 'declined',
  }));

/** Whether the meetup is cancelled: by its owner, or because they have left. */
export const isOff = (
  { isCanceled, owner }: Pick<StoredInvitation, 'isCanceled' | 'owner'>,
  context: PeopleContext,
): boolean => isCanceled || !hasAccount(owner, context);

/** The status of an invitation as everybody sees it. */
export const statusOf = (invitation: StoredInvitation, context: PeopleContext): Invitation['status'] =>
  invitationStatus({
    isCanceled: isOff(invitation, context),
    guests: answersOf(invitation, context)
      .filter(({ uid }) => uid !== invitation.owner)
      .map(({ status }) => status),
  });

/** Guests who come or may still come. */
export const guestsNotDeclined = (invitation: StoredInvitation, context: PeopleContext): string[] =>
  answersOf(invitation, context)
    .filter(({ uid, status }) => uid !== invitation.owner && status !== 'declined')
    .map(({ uid }) => uid);

/** The seats that are left for whoever joins by a link. */
export const seatsLeftOf = (invitation: StoredInvitation, context: PeopleContext): number =>
  seatsLeft(answersOf(invitation, context).map(({ status }) => status));

/** The restaurant of an invitation. */
export const restaurantOf = (
  { restaurantKey }: Pick<StoredInvitation, 'restaurantKey'>,
  { restaurants }: Pick<Surroundings, 'restaurants'>,
): RestaurantSummary => {
  const restaurant = restaurants.get(restaurantKey);
  // Rows of restaurants are never deleted.
  invariant(restaurant, 'restaurant', restaurantKey);
  return restaurant;
};

/** When people meet, as the wire has it. */
export const isoDateOf = ({ date }: Pick<StoredInvitation, 'date'>): string => new Date(date).toISOString();
