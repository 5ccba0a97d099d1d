import type { Attendee, Invitation } from '@mahlzeit/contract';

/** Invitations by the time of their meetup. */
interface InvitationsByTime {
  /** The next one first. */
  readonly upcoming: readonly Invitation[];
  /** The latest one first. */
  readonly expired: readonly Invitation[];
}

/** Instant of the meetup. */
const meetsAt = ({ date }: Invitation): number => Date.parse(date);

/** An invitation is over at its very date; orders stay upcoming for longer. Time makes no op, so this is asked each minute. */
export const byTime = (invitations: readonly Invitation[], now: number): InvitationsByTime => {
  const inOrder = [...invitations].sort((a, b) => meetsAt(a) - meetsAt(b));
  return {
    upcoming: inOrder.filter((invitation) => meetsAt(invitation) >= now),
    expired: inOrder.filter((invitation) => meetsAt(invitation) < now).reverse(),
  };
};

/** What its badge says to `uid`: cancelled for all, else the guest's own answer, else what the guests of one's own invitation have answered. */
export const statusFor = ({ status, isOwn, attendees }: Invitation, uid: string): Invitation['status'] => {
  if (status === 'canceled' || isOwn) return status;
  return attendees.find((attendee) => attendee.uid === uid)?.status ?? status;
};

/** Everybody but the reader. */
export const othersAt = ({ attendees }: Invitation, uid: string): readonly Attendee[] => attendees.filter((attendee) => attendee.uid !== uid);
