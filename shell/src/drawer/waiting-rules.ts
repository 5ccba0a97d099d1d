import type { Invitation, Notification } from '@mahlzeit/contract';

/** Who counts, and when. */
export interface Counting {
  readonly uid: string;
  readonly now: number;
}

/** Whether an invitation to a meetup that is still to come waits for this person's answer. */
const waitsFor = ({ isOwn, status, date, attendees }: Invitation, { uid, now }: Counting): boolean =>
  !isOwn && status !== 'canceled' && Date.parse(date) >= now && attendees.some((attendee) => attendee.uid === uid && attendee.status === 'pending');

/** How many invitations wait for this person's answer. */
export const countToAnswer = (invitations: readonly Invitation[], counting: Counting): number =>
  invitations.filter((invitation) => waitsFor(invitation, counting)).length;

/** How many messages nobody has read yet: their notifications stay open until then. */
export const countUnread = (notifications: readonly Notification[]): number => notifications.filter(({ kind, closed }) => kind === 'message' && !closed).length;
