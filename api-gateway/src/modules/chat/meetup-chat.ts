import { invariant, randomKey, userLogName } from '../../platform';
import type { LivePort, WriteTransaction } from '../../platform';
import { closeNotifications } from '../notifications';
import { findMembersOf } from './chat-members';
import { isInChat } from './chat-policy';
import { createChatRepository } from './chat-repository';
import type { StoredChat } from './chat-repository';
import { findPeopleOf, recordChat, recordMove } from './chat-topics';
import { cardContent, markCardRead } from './invitation-cards';
import type { CardLocation } from './invitation-cards';
import { createMessageRepository } from './message-repository';
import { chatRoutePath, writeMessage } from './write-message';

/** A user who joins a meetup by its link, with the meetup's invitation. */
interface MeetupJoin {
  readonly uid: string;
  readonly invitationKey: string;
  readonly owner: string;
  /** Chat and message of the invitation's card, as the invitation stores them at present. */
  readonly card: CardLocation;
  /** Uids of all attendees who haven't declined, the owner included. */
  readonly attendeeUids: readonly string[];
  /** Uids of the guests who have accepted. In a new chat, they count as having read the invitation's card. */
  readonly acceptedUids: readonly string[];
  readonly isReminderSent: boolean;
  readonly now: number;
}

/**
 * Adds a user to a meetup's own chat and updates the open pages of its members. The first message counts as read by the
 * user. A user who had left the chat is a member again, and can read the messages that were written meanwhile.
 */
const addMember = async (tx: WriteTransaction, chatKey: string, { uid, card }: MeetupJoin): Promise<void> => {
  const chatRepository = createChatRepository(tx.knex);
  await chatRepository.addMember(uid, chatKey);
  const chat = await chatRepository.find(chatKey);
  invariant(chat, 'chat', chatKey);
  const { people } = await findMembersOf(tx.knex, chat);
  recordMove(tx, chat, { uid, person: people.get(uid) });
  recordChat(tx, chat, people);
  const messageRepository = createMessageRepository(tx.knex);
  const cardMessage = await messageRepository.find(card.messageKey);
  const hasReadChat = (await messageRepository.findReads(uid, [chatKey])).has(chatKey);
  if (cardMessage?.chatKey === chatKey && !hasReadChat) await markCardRead(tx, uid, cardMessage);
};

const createOwnChat = async (
  tx: WriteTransaction,
  { uid, invitationKey, attendeeUids, now }: MeetupJoin,
): Promise<StoredChat> => {
  const chatRepository = createChatRepository(tx.knex);
  await chatRepository.insert({ key: randomKey(), uids: [...attendeeUids, uid], createdAt: now, invitationKey });
  const chat = await chatRepository.findOfMeetup(invitationKey);
  invariant(chat, 'chat of meetup', invitationKey);
  return chat;
};

/**
 * Makes a user who joins a meetup by its link a member of the meetup's chat (ADR 53). The first such user gives the
 * meetup a chat of its own, which begins with the invitation's card. Returns the new chat and card; null if the
 * invitation keeps its present chat and card. Does nothing for a user who is a member already.
 */
export const admitToMeetupChat = async (tx: WriteTransaction, meetupJoin: MeetupJoin): Promise<CardLocation | null> => {
  const { uid, invitationKey, owner, card, acceptedUids, isReminderSent, now } = meetupJoin;
  const chatRepository = createChatRepository(tx.knex);
  if (await chatRepository.isParticipant(card.chatKey, uid)) return null;
  const ownChat = await chatRepository.findOfMeetup(invitationKey);
  if (ownChat !== null) {
    await addMember(tx, ownChat.key, meetupJoin);
    return null;
  }
  const newChat = await createOwnChat(tx, meetupJoin);
  const newCard = await writeMessage(tx, newChat, {
    draft: { ...cardContent(invitationKey, owner), isReminderSent, now },
    members: await findMembersOf(tx.knex, newChat),
    isAnnounced: false,
  });
  for (const acceptedUid of new Set([...acceptedUids, uid])) await markCardRead(tx, acceptedUid, newCard);
  return { chatKey: newChat.key, messageKey: newCard.key };
};

/** A guest who leaves a meetup, with the meetup's invitation. */
interface MeetupLeave {
  readonly uid: string;
  readonly invitationKey: string;
  readonly now: number;
}

/**
 * Removes a guest who has declined, or whom the owner has removed, from the meetup's own chat (ADR 56): the chat
 * disappears from the guest's list, its notification is closed, and the guest's open pages lose its live topic. The
 * other members still see the guest's messages with the name. Does nothing for a meetup without a chat of its own, or a
 * guest who isn't in it.
 */
export const removeFromMeetupChat = async (
  tx: WriteTransaction,
  { uid, invitationKey, now }: MeetupLeave,
  live: Pick<LivePort, 'rightsChanged'>,
): Promise<void> => {
  const chatRepository = createChatRepository(tx.knex);
  const ownChat = await chatRepository.findOfMeetup(invitationKey);
  if (ownChat === null || !isInChat(uid, ownChat)) return;
  await chatRepository.removeMember(uid, ownChat.key);
  const chat = await chatRepository.find(ownChat.key);
  invariant(chat, 'chat', ownChat.key);
  const people = await findPeopleOf(tx.knex, [chat]);
  recordMove(tx, chat, { uid, person: people.get(uid) });
  recordChat(tx, chat, people);
  tx.record(userLogName(uid), { kind: 'del', collection: 'chats', key: chat.key });
  await closeNotifications(tx, { uid, kind: 'message', route: chatRoutePath(chat.key), at: now });
  live.rightsChanged(tx, uid);
};
