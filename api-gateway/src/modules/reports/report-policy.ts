import type { StoredMessage } from '../chat';
import type { PublicPerson } from '../identity';

/** Whether somebody who is in its chat may report a message: one of another, that is still there to be seen. */
export const mayReportMessage = (
  uid: string,
  { author, isRemoved }: Pick<StoredMessage, 'author' | 'isRemoved'>,
): boolean => author !== uid && !isRemoved;

/** Whether somebody may report a person: whom they can see, because everybody may or because they know them. */
export const mayReportPerson = (uid: string, person: PublicPerson, isKnown: boolean): boolean =>
  person.uid !== uid && !person.isDeleted && (person.isVisible || isKnown);
