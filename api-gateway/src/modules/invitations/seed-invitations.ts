import type { Clock, Connection, Database, WriteTransaction } from '../../platform';
import { mayAnswer, mayMeet } from '../chat/chat-policy';
import { recordRead } from '../chat/chat-records';
import { createChatRepository } from '../chat/chat-repository';
import { createMessageRepository } from '../chat/message-repository';
import type { StoredMessage } from '../chat/message-repository';
import { findOwnLately, isThereThemselves } from '../chat/seed-chats';
import { beginChat, findCompany, writeMessage } from '../chat/write-message';
import { reread, stateOf } from './invitation-changes';
import { recordInvitation } from './invitation-records';
import { createInvitationRepository } from './invitation-repository';
import type { StoredAttendee, StoredInvitation } from './invitation-repository';

/** An invitation that a seed brings along. */
export interface InvitationDraft extends Pick<
  StoredInvitation,
  'key' | 'owner' | 'restaurantKey' | 'date' | 'isTakeAway' | 'isCanceled'
> {
  readonly guests: readonly Omit<StoredAttendee, 'isMailed'>[];
  readonly sentAt: number;
}

/**
 * The card of an invitation: one that is there already, or a new one in the chat of its people; null where these don't
 * meet.
 */
const findCard = async (
  tx: WriteTransaction,
  { key, owner, guests, sentAt }: InvitationDraft,
): Promise<StoredMessage | null> => {
  const [known] = await createMessageRepository(tx.knex).listShowing('invitation', key);
  if (known !== undefined) return known;
  const uids = [owner, ...guests.map(({ uid }) => uid)];
  const company = await findCompany(tx.knex, uids);
  if (!mayMeet(uids, company)) return null;
  const chat =
    (await createChatRepository(tx.knex).findOfPeople(uids)) ??
    (await beginChat(tx, uids, { people: company.people, now: sentAt }));
  return writeMessage(tx, chat, {
    draft: {
      author: owner,
      content: 'invitation',
      contentKind: 'invitation',
      contentId: key,
      clientKey: null,
      now: sentAt,
    },
    company,
    isAnnounced: false,
  });
};

/**
 * Adds invitations with their cards, which whoever has answered has read; one that is there or was stays as it is, and
 * so do people who have left or block each other.
 */
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
      attendees: [{ uid: draft.owner, status: 'accepted', orderKey: null } as const, ...guests].map((one) => ({
        ...one,
        isMailed: false,
      })),
    });
    const { invitation, surroundings } = await reread(tx.knex, draft.key);
    recordInvitation(tx, invitation, surroundings);
    for (const { uid } of guests.filter(({ status }) => status !== 'pending')) {
      await createMessageRepository(tx.knex).putRead({ chatKey: card.chatKey, uid, seq: card.seq });
      recordRead(tx, uid, card);
    }
  }
};

const UPCOMING = 50;

/** Finds what somebody whom a seed speaks for has to answer. */
export const createSeededGuest = ({
  database,
  clock,
  uid,
}: {
  readonly database: Database;
  readonly clock: Pick<Clock, 'now'>;
  readonly uid: string;
}) => {
  const isSeenToBy = async (
    knex: Connection,
    { chatKey, messageKey, replacedMessageKey }: StoredInvitation,
  ): Promise<boolean> => {
    const messages = createMessageRepository(knex);
    const [card, read] = [await messages.find(messageKey), (await messages.findReads(uid, [chatKey])).get(chatKey)];
    // Somebody who reads it answers by themselves; of one in the place of a message that was there before, nobody knows
    // what was read.
    if (replacedMessageKey === null && card !== null && read !== undefined && read.seq >= card.seq) return true;
    return isThereThemselves(await findOwnLately(knex, uid, chatKey), clock.now());
  };

  const isWaiting = async (
    knex: Connection,
    invitation: StoredInvitation,
    span: { readonly from: number; readonly until: number },
  ): Promise<boolean> => {
    const { attendees, createdAt } = invitation;
    if (
      createdAt < span.from ||
      createdAt > span.until ||
      !attendees.some((one) => one.uid === uid && one.status === 'pending')
    )
      return false;
    const uids = attendees.map((attendee) => attendee.uid);
    if ((await stateOf(knex, invitation)).status === 'canceled' || !mayAnswer(uids, await findCompany(knex, uids)))
      return false;
    return !(await isSeenToBy(knex, invitation));
  };

  return {
    /**
     * Keys of what they were asked to in that time, that is still to come, and that nobody has answered under their
     * name.
     */
    findPending: (span: { readonly from: number; readonly until: number }): Promise<string[]> =>
      database.read(async (knex) => {
        const upcoming = await createInvitationRepository(knex).listOf(uid, {
          when: 'upcoming',
          now: clock.now(),
          behind: null,
          limit: UPCOMING,
        });
        const pending: string[] = [];
        for (const invitation of upcoming) if (await isWaiting(knex, invitation, span)) pending.push(invitation.key);
        return pending;
      }),
  };
};
