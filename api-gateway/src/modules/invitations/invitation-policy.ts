import type { StoredInvitation } from './invitation-repository';

/**
 * Checks whether a user may read, answer, report and download an invitation. All attendees may, including those who
 * have declined. (Only attendees who haven't declined may share its link.)
 */
export const mayReadInvitation = (uid: string, { attendees }: Pick<StoredInvitation, 'attendees'>): boolean =>
  attendees.some((attendee) => attendee.uid === uid);

/** Checks whether a user may cancel an invitation, remind its guests and revoke its link. Only the owner may. */
export const ownsInvitation = (uid: string, { owner }: Pick<StoredInvitation, 'owner'>): boolean => owner === uid;
