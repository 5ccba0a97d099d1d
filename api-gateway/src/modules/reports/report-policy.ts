import type { StoredMessage } from '../chat';
import type { PublicPerson } from '../identity';

/**
 * Decides whether a user may report a message that they can see: only a message of another author that isn't removed.
 */
export const mayReportMessage = (
  uid: string,
  { author, isRemoved }: Pick<StoredMessage, 'author' | 'isRemoved'>,
): boolean => author !== uid && !isRemoved;

/** Decides whether a user may report a person: the person must be visible to everybody or connected with the user. */
export const mayReportPerson = (uid: string, reportedPerson: PublicPerson, isConnected: boolean): boolean =>
  reportedPerson.uid !== uid && !reportedPerson.isDeleted && (reportedPerson.isVisible || isConnected);
