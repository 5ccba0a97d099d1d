import type { WriteTransaction } from '../../../platform';
import { mayMeet } from '../chat/chat-policy';
import { recordRead } from '../chat/chat-records';
import { createChatRepository } from '../chat/chat-repository';
import { createMessageRepository } from '../chat/message-repository';
import type { StoredMessage } from '../chat/message-repository';
import { beginChat, findCompany, writeMessage } from '../chat/write-message';
import { reread } from './invitation-changes';
import { recordInvitation } from './invitation-records';
import { createInvitationRepository } from './invitation-repository';
import type { StoredAttendee, StoredInvitation } from './invitation-repository';

/** An invitation that a seed brings along. */
export interface InvitationDraft extends Pick<StoredInvitation, 'key' | 'owner' | 'restaurantKey' | 'date' | 'isTakeAway' | 'isCanceled'> {
  readonly guests: readonly StoredAttendee[];
  readonly sentAt: number;
}

/** The card of an invitation: one that is there already, or a new one in the chat of its people; null where these don't meet. */
const findCard = async (tx: WriteTransaction, { key, owner, guests, sentAt }: InvitationDraft): Promise<StoredMessage | null> => {
  const [known] = await createMessageRepository(tx.knex).listShowing('invitation', key);
  if (known !== undefined) return known;
  const uids = [owner, ...guests.map(({ uid }) => uid)];
  const company = await findCompany(tx.knex, uids);
  if (!mayMeet(uids, company)) return null;
  const chat = (await createChatRepository(tx.knex).findOfPeople(uids)) ?? (await beginChat(tx, uids, { people: company.people, now: sentAt }));
  return writeMessage(tx, chat, { draft: { author: owner, content: 'invitation', contentKind: 'invitation', contentId: key, clientKey: null, now: sentAt }, company, isAnnounced: false });
};

/** Adds invitations with their cards, which whoever has answered has read; one that is there or was stays as it is, and so do people who have left or block each other. */
export const seedInvitations = async (tx: WriteTransaction, drafts: readonly InvitationDraft[]): Promise<void> => {
  const invitations = createInvitationRepository(tx.knex);
  for (const draft of drafts) {
    const { guests, sentAt, ...fields } = draft;
    if ((await invitations.find(draft.key)) !== null || (await invitations.isGoneFor(draft.owner, draft.key))) continue;
    const card = await findCard(tx, draft);
    if (card === null) continue;
    await invitations.insert({
      ...fields,
      isReminderSent: false,
      chatKey: card.chatKey,
      messageKey: card.key,
      replacedMessageKey: null,
      sequence: 0,
      createdAt: sentAt,
      changedAt: sentAt,
      shareToken: null,
      attendees: [{ uid: draft.owner, status: 'accepted', orderKey: null }, ...guests],
    });
    const { invitation, surroundings } = await reread(tx.knex, draft.key);
    recordInvitation(tx, invitation, surroundings);
    for (const { uid } of guests.filter(({ status }) => status !== 'pending')) {
      await createMessageRepository(tx.knex).putRead({ chatKey: card.chatKey, uid, seq: card.seq });
      recordRead(tx, uid, card);
    }
  }
};
