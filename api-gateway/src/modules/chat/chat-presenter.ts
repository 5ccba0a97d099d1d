import type { Chat, ChatMessage, ChatMessageView, ChatRead, Invitation } from '@mahlzeit/contract';
import type { Connection } from '../../platform';
import { presentPerson } from '../contacts';
import { findSummaries } from '../discovery';
import type { PublicPerson } from '../identity';
import type { StoredChat } from './chat-repository';
import type { ContentKind, StoredMessage } from './message-repository';

/**
 * Access to the invitations that chats show. The composition root provides it, so that the chat module needn't import
 * the invitations module.
 */
export interface SharedInvitations {
  /**
   * Finds the invitations with these keys, as the user with this uid sees them. In the returned map, invitations that
   * don't exist are absent, and null stands for an invitation that the user doesn't attend.
   */
  findInvitationViews(
    knex: Connection,
    readerUid: string,
    invitationKeys: readonly string[],
  ): Promise<ReadonlyMap<string, Invitation | null>>;
  /** Returns whether all of these users attend the invitation. */
  isAttendedByAll(knex: Connection, invitationKey: string, uids: readonly string[]): Promise<boolean>;
}

/** Converts a stored message to its form in the API, which is the same for all members of the chat. */
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

/** Converts a stored chat to its form in the API for one of its members. */
export const presentChat = (chat: StoredChat, readerUid: string, people: ReadonlyMap<string, PublicPerson>): Chat => ({
  key: chat.key,
  participantKeys: [...chat.participantKeys],
  participants: chat.participantKeys
    .filter((key) => key !== readerUid)
    .flatMap((key) => presentPerson(people.get(key)) ?? []),
  ...(chat.formerKeys.length > 0 && {
    formerParticipants: chat.formerKeys.flatMap((key) => presentPerson(people.get(key)) ?? []),
  }),
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
      const writtenAt = chat.saidAt.get(uid);
      return writtenAt === undefined ? [] : [[uid, writtenAt]];
    }),
  ),
});

/** Builds the API's form of a user's read position in a chat, from the newest message that the user has read. */
export const presentRead = ({ chatKey, key, timestamp }: StoredMessage): ChatRead => ({
  key: chatKey,
  messageKey: key,
  timestamp,
});

/**
 * Converts messages to their form in the API for one user, with the restaurant or the invitation that each message
 * shares.
 */
export const presentMessageViews = async (
  knex: Connection,
  messages: readonly StoredMessage[],
  { reader, invitations }: { readonly reader: string; readonly invitations: SharedInvitations },
): Promise<ChatMessageView[]> => {
  const sharedContentKeys = (kind: ContentKind): string[] =>
    messages.flatMap(({ contentKind, contentId }) => (contentKind === kind && contentId !== null ? [contentId] : []));
  const restaurantSummaries = await findSummaries(knex, sharedContentKeys('restaurant'));
  const invitationViews = await invitations.findInvitationViews(knex, reader, sharedContentKeys('invitation'));
  return messages.map((message) => {
    const { contentKind } = message;
    const contentId = message.contentId ?? '';
    // Shows the invitation to attendees only. The other members of the chat get null.
    const invitation = contentKind === 'invitation' ? (invitationViews.get(contentId) ?? null) : null;
    const restaurant =
      contentKind === 'restaurant'
        ? (restaurantSummaries.get(contentId) ?? null)
        : (invitation?.restaurantInfo ?? null);
    const isContentGone =
      contentKind === 'invitation' ? !invitationViews.has(contentId) : contentKind !== null && restaurant === null;
    return {
      ...presentMessage(message),
      removed: message.isRemoved || isContentGone,
      isOwn: message.author === reader,
      restaurant,
      invitation,
      order: invitation?.order ?? null,
    };
  });
};
