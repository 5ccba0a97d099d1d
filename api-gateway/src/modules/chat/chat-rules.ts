import { err, ok } from '@mahlzeit/contract';
import type { Chat, ChatMessage, ChatRead, Person, Result } from '@mahlzeit/contract';
import { MAX_OTHERS } from '@mahlzeit/contract/rules';
import type { PublicPerson } from '../identity';
import type { Block } from '../contacts/block-repository';
import type { StoredChat } from './chat-repository';
import type { StoredMessage } from './message-repository';

/** The others of a chat that somebody begins: each once, without themselves. */
export const othersOf = (
  uid: string,
  named: readonly string[],
): Result<string[], 'ErrorNoUsers' | 'tooManyAttendees'> => {
  const others = [...new Set(named)].filter((key) => key !== uid);
  if (others.length === 0) return err('ErrorNoUsers');
  return others.length > MAX_OTHERS ? err('tooManyAttendees') : ok(others);
};

/**
 * When a message counts as sent: messages of a chat have instants of their own, so that every reader orders them alike.
 */
export const messageTimestamp = (now: number, last: Pick<StoredMessage, 'timestamp'> | null): number =>
  last === null ? now : Math.max(now, last.timestamp + 1);

/** Somebody as others see them in a chat; null: who has left or is gone has neither name nor picture there (A09). */
export const presentPerson = (person: PublicPerson | undefined): Person | null =>
  person === undefined || person.isDeleted
    ? null
    : { key: person.uid, displayName: person.displayName, photoURL: person.photoURL };

/** A message as everybody reads it. */
export const presentMessage = (message: StoredMessage): ChatMessage => ({
  key: message.key,
  chatKey: message.chatKey,
  authorKey: message.author,
  content: message.content,
  contentId: message.contentId,
  timestamp: message.timestamp,
  reminderSent: message.isReminderSent,
  clientKey: message.clientKey,
  removed: message.isRemoved,
});

/** A chat as one of its people sees it. */
export const presentChat = (chat: StoredChat, reader: string, people: ReadonlyMap<string, PublicPerson>): Chat => ({
  key: chat.key,
  participantKeys: [...chat.participantKeys],
  participants: chat.participantKeys
    .filter((key) => key !== reader)
    .flatMap((key) => presentPerson(people.get(key)) ?? []),
  createdAt: chat.createdAt,
  updatedAt: chat.updatedAt,
  lastMessage:
    chat.last === null
      ? null
      : {
          key: chat.last.key,
          content: chat.last.content,
          contentId: chat.last.contentId,
          authorKey: chat.last.author,
          timestamp: chat.last.timestamp,
          removed: chat.last.isRemoved,
        },
  saidAt: Object.fromEntries(
    chat.participantKeys.flatMap((uid) => {
      const at = chat.saidAt.get(uid);
      return at === undefined ? [] : [[uid, at]];
    }),
  ),
});

/** How far somebody has read a chat. */
export const presentRead = ({ chatKey, key, timestamp }: StoredMessage): ChatRead => ({
  key: chatKey,
  messageKey: key,
  timestamp,
});

/** Whom a message is announced to: the others who are there and don't block its author. */
export const recipientsOf = (
  { participantKeys }: Pick<StoredChat, 'participantKeys'>,
  author: string,
  known: { readonly people: ReadonlyMap<string, PublicPerson>; readonly blocks: readonly Block[] },
): string[] => {
  const blockers = new Set(known.blocks.filter(({ blocked }) => blocked === author).map(({ blocker }) => blocker));
  return participantKeys.filter(
    (uid) => uid !== author && !blockers.has(uid) && presentPerson(known.people.get(uid)) !== null,
  );
};
