import type { StoredInvitation } from './invitation-repository';

/**
 * Decides who may read, answer, report and download an invitation: its attendees, including those who have declined.
 * (Its link is only for attendees who haven't declined.)
 */
export const mayReadInvitation = (uid: string, { attendees }: Pick<StoredInvitation, 'attendees'>): boolean =>
  attendees.some((attendee) => attendee.uid === uid);

/** Decides who may cancel an invitation, remind its guests and revoke its link: its owner. */
export const ownsInvitation = (uid: string, { owner }: Pick<StoredInvitation, 'owner'>): boolean => owner === uid;
