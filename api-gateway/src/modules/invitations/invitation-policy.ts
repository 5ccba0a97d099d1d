import type { StoredInvitation } from './invitation-repository';

/**
 * Whether somebody may read an invitation, answer it, report it and take it into their calendar: who attends it, those
 * who have declined too. Its link is for those of them who may still come.
 */
export const mayReadInvitation = (uid: string, { attendees }: Pick<StoredInvitation, 'attendees'>): boolean =>
  attendees.some((attendee) => attendee.uid === uid);

/** Whether somebody may cancel an invitation, remind its guests and revoke its link: who has sent it. */
export const ownsInvitation = (uid: string, { owner }: Pick<StoredInvitation, 'owner'>): boolean => owner === uid;
