import { getInvitation, getRestaurant } from '@mahlzeit/contract';
import type { Invitation, Restaurant } from '@mahlzeit/contract';
import {
  areHoursUnknown,
  berlinDay,
  isStillOpenToday,
  mayOrderForInvitation,
  meetupInstantOf,
} from '@mahlzeit/contract/rules';
import { errorText } from '@mahlzeit/shared-ui/platform';
import type { CommandHandler, ShellApi } from '@mahlzeit/shared-ui/platform';
import { cartPlaceOf, fitsMeetup, latestSharedCart, updateCart, withMeetup } from '../features/cart';
import { text } from '../ordering-texts';

interface LinkedInvitation {
  readonly invitation: Invitation;
  readonly restaurant: Restaurant;
}

/** Loads the invitation and its restaurant; returns the error's text after a failure. */
const loadLinkedInvitation = async (
  { apiClient }: Pick<ShellApi, 'apiClient'>,
  key: string,
): Promise<LinkedInvitation | string> => {
  const invitation = await apiClient.call(getInvitation, { params: { id: key } });
  if (!invitation.ok) return errorText(invitation.error);
  const restaurant = await apiClient.call(getRestaurant, { params: { key: invitation.value.restaurant }, query: {} });
  return restaurant.ok ? { invitation: invitation.value, restaurant: restaurant.value } : errorText(restaurant.error);
};

/** Returns the reason why the user can't order for a meetup; null when ordering is allowed (S08). */
const refusalTextOf = (
  { invitation, restaurant }: LinkedInvitation,
  { uid, now, isForCart }: { readonly uid: string; readonly now: number; readonly isForCart: boolean },
): string | null => {
  const isOrderAllowed = isForCart
    ? fitsMeetup(invitation, { uid, restaurantKey: restaurant.key, now }) && restaurant.hasPayment
    : mayOrderForInvitation(invitation, { uid, place: restaurant, now });
  if (isOrderAllowed) return null;
  if (invitation.order !== null) return text('MeetupOrdered');
  return areHoursUnknown(restaurant, now) || isStillOpenToday(restaurant, now)
    ? text('MeetupNotOrderable')
    : text('MeetupPlaceClosed');
};

/**
 * Links an invitation to the cart of its restaurant (S2§4). The invitation must be for today. It sets the cart's date
 * and whether the food is taken away.
 */
const startFromInvitation: CommandHandler<'ordering/startFromInvitation'> = async (
  { invitationKey, isForCart = false },
  shell,
) => {
  const { session, clock, snackbar, logEvent, navigation } = shell;
  const refuseStart = (refusalReason: string): { readonly hasStarted: false } => {
    snackbar({ tone: 'error', text: refusalReason });
    return { hasStarted: false };
  };
  const linkedInvitation = await loadLinkedInvitation(shell, invitationKey);
  if (typeof linkedInvitation === 'string') return refuseStart(linkedInvitation);
  const { invitation, restaurant } = linkedInvitation;
  const now = clock.now();
  const sessionState = session.get();
  if (sessionState.status !== 'known') return refuseStart(text('ErrorUnknown'));
  if (berlinDay(meetupInstantOf(invitation)) !== berlinDay(now)) {
    // C12: the app offers no order for an invitation of another day, so the caller has a bug.
    logEvent('internal_error', { code: 'InvitationNotToday' });
    return refuseStart(text('ErrorUnknown'));
  }
  const refusalText = refusalTextOf(linkedInvitation, { uid: sessionState.account.uid, now, isForCart });
  if (refusalText !== null) return refuseStart(refusalText);
  const cartPlace = cartPlaceOf(shell, { restaurantKey: restaurant.key, routingName: restaurant.routingName });
  if (cartPlace === null) return refuseStart(text('ErrorUnknown'));
  if (latestSharedCart(shell, cartPlace)?.payment) return refuseStart(text('MeetupWhilePaying'));
  updateCart(shell, cartPlace, (cart) => withMeetup(cart, invitation));
  if (!isForCart) navigation.open('details', restaurant.routingName);
  return { hasStarted: true };
};

export default startFromInvitation;
