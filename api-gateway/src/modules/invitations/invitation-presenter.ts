import type { Attendee, Invitation, SharedInvitation } from '@mahlzeit/contract';
import type { StoredAttendee, StoredInvitation } from './invitation-repository';
import { answersOf, hasAccount, isoDateOf, restaurantOf, seatsLeftOf, statusOf } from './invitation-status';
import type { Surroundings } from './invitation-status';

const presentAttendee = (
  { uid, status, orderKey }: StoredAttendee,
  context: Pick<Surroundings, 'people'>,
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

/** An invitation as one who attends it sees it, with their own order for it. */
export const presentInvitation = (
  invitation: StoredInvitation,
  reader: string,
  surroundings: Surroundings,
): Invitation => ({
  key: invitation.key,
  date: isoDateOf(invitation),
  status: statusOf(invitation, surroundings),
  isOwn: invitation.owner === reader,
  isTakeAway: invitation.isTakeAway,
  attendees: answersOf(invitation, surroundings).map((answer) => presentAttendee(answer, surroundings)),
  restaurant: invitation.restaurantKey,
  restaurantInfo: restaurantOf(invitation, surroundings),
  order: invitation.attendees.find(({ uid }) => uid === reader)?.orderKey ?? null,
  chatKey: invitation.chatKey,
  messageKey: invitation.messageKey,
  replacedChatMessageKey: invitation.replacedMessageKey,
});

/** What a link shows of an invitation to `reader`, with first names alone; to who has declined it is offered anew. */
export const presentShared = (
  invitation: StoredInvitation,
  reader: string,
  { firstNames, ...surroundings }: Surroundings & { readonly firstNames: ReadonlyMap<string, string> },
): SharedInvitation => {
  const answers = answersOf(invitation, surroundings);
  const comes = answers.some(({ uid, status }) => uid === reader && status !== 'declined');
  return {
    key: comes ? invitation.key : null,
    date: isoDateOf(invitation),
    isTakeAway: invitation.isTakeAway,
    status: statusOf(invitation, surroundings),
    restaurant: restaurantOf(invitation, surroundings),
    attendees: answers.map(({ uid, status }) => ({
      firstName: hasAccount(uid, surroundings) ? (firstNames.get(uid) ?? '') : '',
      status,
    })),
    seatsLeft: seatsLeftOf(invitation, surroundings),
  };
};
