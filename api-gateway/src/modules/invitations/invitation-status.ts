import type { Invitation, RestaurantSummary } from '@mahlzeit/contract';
import { invitationStatus, seatsLeft } from '@mahlzeit/contract/rules';
import { invariant } from '../../platform';
import type { PublicPerson } from '../identity';
import type { StoredAttendee, StoredInvitation } from './invitation-repository';

/** People and restaurants that invitations refer to. */
export interface InvitationContext {
  /** Public data of all attendees who have an account, by uid. Includes accounts that wait for their erasure. */
  readonly people: ReadonlyMap<string, PublicPerson>;
  /** Restaurants by key, including those that are not listed any more. */
  readonly restaurants: ReadonlyMap<string, RestaurantSummary>;
}

type PeopleContext = Pick<InvitationContext, 'people'>;

/** Checks whether a user has an account that is neither erased nor waiting for its erasure. */
export const hasAccount = (uid: string, { people }: PeopleContext): boolean => people.get(uid)?.isDeleted === false;

/**
 * Returns the attendees with the answers that count: an attendee who has deleted their account counts as declined until
 * they restore it.
 */
export const effectiveAnswersOf = (
  { attendees }: Pick<StoredInvitation, 'attendees'>,
  peopleContext: PeopleContext,
): StoredAttendee[] =>
  attendees.map((attendee) => ({
    ...attendee,
    status: hasAccount(attendee.uid, peopleContext) ? attendee.status : 'declined',
  }));

/** Checks whether the meetup is cancelled, either by its owner or because the owner has deleted their account. */
const isEffectivelyCanceled = (
  { isCanceled, owner }: Pick<StoredInvitation, 'isCanceled' | 'owner'>,
  peopleContext: PeopleContext,
): boolean => isCanceled || !hasAccount(owner, peopleContext);

/** Returns the status of an invitation, which is the same for all attendees. */
export const invitationStatusOf = (invitation: StoredInvitation, peopleContext: PeopleContext): Invitation['status'] =>
  invitationStatus({
    isCanceled: isEffectivelyCanceled(invitation, peopleContext),
    guests: effectiveAnswersOf(invitation, peopleContext)
      .filter(({ uid }) => uid !== invitation.owner)
      .map(({ status }) => status),
  });

/** Returns the uids of the guests who have accepted an invitation or haven't answered it yet. */
export const uidsOfGuestsNotDeclined = (invitation: StoredInvitation, peopleContext: PeopleContext): string[] =>
  effectiveAnswersOf(invitation, peopleContext)
    .filter(({ uid, status }) => uid !== invitation.owner && status !== 'declined')
    .map(({ uid }) => uid);

/** Returns how many more users can join a meetup by its link. */
export const freeSeatCountOf = (invitation: StoredInvitation, peopleContext: PeopleContext): number =>
  seatsLeft(effectiveAnswersOf(invitation, peopleContext).map(({ status }) => status));

/** Returns the restaurant of an invitation. The restaurant may not be listed any more. */
export const restaurantOf = (
  { restaurantKey }: Pick<StoredInvitation, 'restaurantKey'>,
  { restaurants }: Pick<InvitationContext, 'restaurants'>,
): RestaurantSummary => {
  const restaurant = restaurants.get(restaurantKey);
  // The restaurant always exists, because rows of restaurants are never deleted from the database.
  invariant(restaurant, 'restaurant', restaurantKey);
  return restaurant;
};

/** Formats the time of the meetup as an ISO string, the form that responses use. */
export const isoDateOf = ({ date }: Pick<StoredInvitation, 'date'>): string => new Date(date).toISOString();
