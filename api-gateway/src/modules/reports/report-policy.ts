import type { StoredMessage } from '../chat';
import type { PublicPerson } from '../identity';

/** Decides whether a reader may report a message that they can see: one of another author that is not removed. */
export const mayReportMessage = (
  uid: string,
  { author, isRemoved }: Pick<StoredMessage, 'author' | 'isRemoved'>,
): boolean => author !== uid && !isRemoved;

/**
 * Decides whether a user may report a person: only a person whom they can see, because the person is visible to
 * everybody or connected with them.
 */
export const mayReportPerson = (uid: string, person: PublicPerson, isConnected: boolean): boolean =>
  person.uid !== uid && !person.isDeleted && (person.isVisible || isConnected);
