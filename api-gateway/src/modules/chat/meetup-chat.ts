import { invariant, randomKey } from '../../platform';
import type { WriteTransaction } from '../../platform';
import { findChatMembers } from './chat-members';
import { createChatRepository } from './chat-repository';
import type { StoredChat } from './chat-repository';
import { recordChat, recordPerson } from './chat-topics';
import { cardContent, markCardRead } from './invitation-cards';
import type { CardLocation } from './invitation-cards';
import { createMessageRepository } from './message-repository';
import { writeMessage } from './write-message';

/** A user who joins a meetup by its link, and the meetup's invitation. */
interface MeetupJoin {
  readonly uid: string;
  readonly invitationKey: string;
  readonly owner: string;
  /** Chat and card that the invitation names at present. */
  readonly card: CardLocation;
  /** Uids of all attendees who haven't declined, the owner included. */
  readonly attendeeUids: readonly string[];
  /** Uids of the guests who have accepted. They count as having read the card of a new chat. */
  readonly acceptedUids: readonly string[];
  readonly isReminderSent: boolean;
  readonly now: number;
}

/** Adds a user to the meetup's own chat, for its members' open pages as well. The user has read its first message. */
const addMember = async (tx: WriteTransaction, chatKey: string, { uid, card }: MeetupJoin): Promise<void> => {
  const chatRepository = createChatRepository(tx.knex);
  await chatRepository.addMember(uid, chatKey);
  const chat = await chatRepository.find(chatKey);
  invariant(chat, 'chat', chatKey);
  const { people } = await findChatMembers(tx.knex, chat.participantKeys);
  recordPerson(tx, chatKey, { uid, person: people.get(uid) });
  recordChat(tx, chat, people);
  const cardMessage = await createMessageRepository(tx.knex).find(card.messageKey);
  if (cardMessage?.chatKey === chatKey) await markCardRead(tx, uid, cardMessage);
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
 * invitation keeps those that it has. A member of the present chat changes nothing.
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
    members: await findChatMembers(tx.knex, newChat.participantKeys),
    isAnnounced: false,
  });
  for (const acceptedUid of new Set([...acceptedUids, uid])) await markCardRead(tx, acceptedUid, newCard);
  return { chatKey: newChat.key, messageKey: newCard.key };
};
