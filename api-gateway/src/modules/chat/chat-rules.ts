import { err, ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import { MAX_OTHER_PEOPLE } from '@mahlzeit/contract/rules';
import { presentPerson } from '../contacts';
import type { ChatMembers } from './chat-policy';
import type { StoredChat } from './chat-repository';
import type { StoredMessage } from './message-repository';

/** Validates the other members of a new chat. Returns their uids without duplicates and without the creator. */
export const validateOtherUids = (
  uid: string,
  requestedUids: readonly string[],
): Result<string[], 'ErrorNoUsers' | 'tooManyAttendees'> => {
  const otherUids = [...new Set(requestedUids)].filter((requestedUid) => requestedUid !== uid);
  if (otherUids.length === 0) return err('ErrorNoUsers');
  return otherUids.length > MAX_OTHER_PEOPLE ? err('tooManyAttendees') : ok(otherUids);
};

/**
 * Computes the sending time of a message. The time is always later than that of the previous message, so that all
 * clients sort the messages alike.
 */
export const messageTimestamp = (now: number, lastMessage: Pick<StoredMessage, 'timestamp'> | null): number =>
  lastMessage === null ? now : Math.max(now, lastMessage.timestamp + 1);

/**
 * Returns the users who get a notification of a message: members with an account, except the author and members who
 * block the author.
 */
export const recipientsOf = (
  { participantKeys }: Pick<StoredChat, 'participantKeys'>,
  author: string,
  { people, blocks }: ChatMembers,
): string[] => {
  const blockers = new Set(blocks.filter(({ blocked }) => blocked === author).map(({ blocker }) => blocker));
  return participantKeys.filter(
    (uid) => uid !== author && !blockers.has(uid) && presentPerson(people.get(uid)) !== null,
  );
};
