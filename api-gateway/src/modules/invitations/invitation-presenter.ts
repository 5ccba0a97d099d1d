import type { Attendee, Invitation, SharedInvitation } from '@mahlzeit/contract';
import { visibleNameOf } from '../contacts';
import type { StoredAttendee, StoredInvitation } from './invitation-repository';
import {
  effectiveAnswersOf,
  hasAccount,
  isoDateOf,
  restaurantOf,
  freeSeatCountOf,
  invitationStatusOf,
} from './invitation-status';
import type { InvitationContext } from './invitation-status';

const presentAttendee = (
  { uid, status, orderKey }: StoredAttendee,
  invitationContext: Pick<InvitationContext, 'people'>,
): Attendee => {
  const attendeePerson = hasAccount(uid, invitationContext) ? invitationContext.people.get(uid) : undefined;
  return {
    uid,
    key: uid,
    name: attendeePerson === undefined ? '' : visibleNameOf(attendeePerson),
    photoURL: attendeePerson?.photoURL ?? null,
    hasOrdered: orderKey !== null,
    status,
  };
};

/** Converts an invitation to its form in the API for one attendee, with the key of this attendee's own order. */
export const presentInvitation = (
  invitation: StoredInvitation,
  viewerUid: string,
  invitationContext: InvitationContext,
): Invitation => ({
  key: invitation.key,
  date: isoDateOf(invitation),
  status: invitationStatusOf(invitation, invitationContext),
  isOwn: invitation.owner === viewerUid,
  isTakeAway: invitation.isTakeAway,
  attendees: effectiveAnswersOf(invitation, invitationContext).map((attendeeAnswer) =>
    presentAttendee(attendeeAnswer, invitationContext),
  ),
  restaurant: invitation.restaurantKey,
  restaurantInfo: restaurantOf(invitation, invitationContext),
  order: invitation.attendees.find(({ uid }) => uid === viewerUid)?.orderKey ?? null,
  chatKey: invitation.chatKey,
  messageKey: invitation.messageKey,
  replacedChatMessageKey: invitation.replacedMessageKey,
});

/**
 * Converts an invitation to the form that a user sees who opens its link, with first names only. `key` is null for a
 * user who doesn't attend or has declined, because they may still join.
 */
export const presentSharedInvitation = (
  invitation: StoredInvitation,
  viewerUid: string,
  { firstNames, ...context }: InvitationContext & { readonly firstNames: ReadonlyMap<string, string> },
): SharedInvitation => {
  const attendeeAnswers = effectiveAnswersOf(invitation, context);
  const isAttending = attendeeAnswers.some(({ uid, status }) => uid === viewerUid && status !== 'declined');
  return {
    key: isAttending ? invitation.key : null,
    date: isoDateOf(invitation),
    isTakeAway: invitation.isTakeAway,
    status: invitationStatusOf(invitation, context),
    restaurant: restaurantOf(invitation, context),
    attendees: attendeeAnswers.map(({ uid, status }) => ({
      firstName: hasAccount(uid, context) ? (firstNames.get(uid) ?? '') : '',
      status,
    })),
    seatsLeft: freeSeatCountOf(invitation, context),
  };
};
