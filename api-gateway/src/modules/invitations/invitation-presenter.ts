import type { Attendee, Invitation, SharedInvitation } from '@mahlzeit/contract';
import type { StoredAttendee, StoredInvitation } from './invitation-repository';
import { effectiveAnswersOf, hasAccount, isoDateOf, restaurantOf, seatsLeftOf, statusOf } from './invitation-status';
import type { InvitationContext } from './invitation-status';

const presentAttendee = (
  { uid, status, orderKey }: StoredAttendee,
  context: Pick<InvitationContext, 'people'>,
): Attendee => {
  const person = hasAccount(uid, context) ? context.people.get(uid) : undefined;
  return {
    uid,
    key: uid,
    name: person?.displayName ?? '',
    photoURL: person?.photoURL ?? null,
    hasOrdered: orderKey !== null,
    status,
  };
};

/** Presents an invitation as one attendee sees it, with the key of their own order. */
export const presentInvitation = (
  invitation: StoredInvitation,
  viewerUid: string,
  context: InvitationContext,
): Invitation => ({
  key: invitation.key,
  date: isoDateOf(invitation),
  status: statusOf(invitation, context),
  isOwn: invitation.owner === viewerUid,
  isTakeAway: invitation.isTakeAway,
  attendees: effectiveAnswersOf(invitation, context).map((attendeeAnswer) => presentAttendee(attendeeAnswer, context)),
  restaurant: invitation.restaurantKey,
  restaurantInfo: restaurantOf(invitation, context),
  order: invitation.attendees.find(({ uid }) => uid === viewerUid)?.orderKey ?? null,
  chatKey: invitation.chatKey,
  messageKey: invitation.messageKey,
  replacedChatMessageKey: invitation.replacedMessageKey,
});

/**
 * Presents an invitation to a reader of its link, with first names only. `key` is null for a reader who doesn't attend
 * or has declined, because they may still join.
 */
export const presentShared = (
  invitation: StoredInvitation,
  viewerUid: string,
  { firstNames, ...context }: InvitationContext & { readonly firstNames: ReadonlyMap<string, string> },
): SharedInvitation => {
  const answers = effectiveAnswersOf(invitation, context);
  const isAttending = answers.some(({ uid, status }) => uid === viewerUid && status !== 'declined');
  return {
    key: isAttending ? invitation.key : null,
    date: isoDateOf(invitation),
    isTakeAway: invitation.isTakeAway,
    status: statusOf(invitation, context),
    restaurant: restaurantOf(invitation, context),
    attendees: answers.map(({ uid, status }) => ({
      firstName: hasAccount(uid, context) ? (firstNames.get(uid) ?? '') : '',
      status,
    })),
    seatsLeft: seatsLeftOf(invitation, context),
  };
};
