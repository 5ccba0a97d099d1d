import type { Clock, Connection, Database, WriteTransaction } from '../../platform';
import {
  addInvitationCard,
  findChatMembers,
  hasReadCard,
  isVisitorWriting,
  markCardRead,
  mayAnswerInChat,
} from '../chat';
import { createInvitationRepository } from './invitation-repository';
import type { StoredAttendee, StoredInvitation } from './invitation-repository';
import { readInvitationState, loadInvitationState } from './invitation-state';
import { recordInvitation } from './invitation-topic';
import { createTombstoneRepository } from './tombstone-repository';

/** Invitation in the seed data of a new database, with the answers of its guests. `seedInvitations` stores it. */
export interface InvitationDraft extends Pick<
  StoredInvitation,
  'key' | 'owner' | 'restaurantKey' | 'date' | 'isTakeAway' | 'isCanceled'
> {
  readonly guests: readonly Omit<StoredAttendee, 'isMailed'>[];
  readonly sentAt: number;
}

/**
 * Adds invitations with their cards in chats; the guests who have answered count as having read the card. Skips an
 * invitation that exists or was removed, and an invitation whose people may not meet, because one of them has deleted
 * their account or blocks another.
 */
export const seedInvitations = async (
  tx: WriteTransaction,
  invitationDrafts: readonly InvitationDraft[],
): Promise<void> => {
  const invitationRepository = createInvitationRepository(tx.knex);
  for (const invitationDraft of invitationDrafts) {
    const { guests, sentAt, ...fields } = invitationDraft;
    if (
      (await invitationRepository.find(invitationDraft.key)) !== null ||
      (await createTombstoneRepository(tx.knex).has(invitationDraft.owner, invitationDraft.key))
    )
      continue;
    const card = await addInvitationCard(tx, {
      invitationKey: invitationDraft.key,
      author: invitationDraft.owner,
      memberUids: [invitationDraft.owner, ...guests.map(({ uid }) => uid)],
      now: sentAt,
    });
    if (card === null) continue;
    await invitationRepository.insert({
      ...fields,
      isReminderSent: false,
      chatKey: card.chatKey,
      messageKey: card.key,
      replacedMessageKey: null,
      sequence: 0,
      createdAt: sentAt,
      changedAt: sentAt,
      shareToken: null,
      isLinkRevoked: false,
      attendees: [{ uid: invitationDraft.owner, status: 'accepted', orderKey: null } as const, ...guests].map(
        (guest) => ({
          ...guest,
          isMailed: false,
        }),
      ),
    });
    recordInvitation(tx, await readInvitationState(tx.knex, invitationDraft.key));
    for (const { uid } of guests.filter(({ status }) => status !== 'pending')) await markCardRead(tx, uid, card);
  }
};

const MAX_UPCOMING_INVITATIONS = 50;

/** Creates the finder of those invitations that a seeded person has to answer automatically. */
export const createSeededGuest = ({
  database,
  clock,
  uid,
}: {
  readonly database: Database;
  readonly clock: Pick<Clock, 'now'>;
  readonly uid: string;
}) => {
  const isAnsweredByVisitor = async (
    knex: Connection,
    { chatKey, messageKey, replacedMessageKey }: StoredInvitation,
  ): Promise<boolean> => {
    // Skips a person who has read the card: a visitor is using their account and answers the invitation. A card that
    // replaced an older message doesn't count, because the person may have read only the older message.
    if (replacedMessageKey === null && (await hasReadCard(knex, uid, { chatKey, messageKey }))) return true;
    return isVisitorWriting(knex, { uid, chatKey, now: clock.now() });
  };

  const isAwaitingAnswer = async (
    knex: Connection,
    invitation: StoredInvitation,
    timeSpan: { readonly from: number; readonly until: number },
  ): Promise<boolean> => {
    const { attendees, createdAt } = invitation;
    if (
      createdAt < timeSpan.from ||
      createdAt > timeSpan.until ||
      !attendees.some((guest) => guest.uid === uid && guest.status === 'pending')
    )
      return false;
    const uids = attendees.map((attendee) => attendee.uid);
    if (
      (await loadInvitationState(knex, invitation)).status === 'canceled' ||
      !mayAnswerInChat(uid, uids, await findChatMembers(knex, uids))
    )
      return false;
    return !(await isAnsweredByVisitor(knex, invitation));
  };

  return {
    /**
     * Returns the keys of upcoming invitations that were sent in this time span and that a seeded person has not
     * answered yet.
     */
    findPending: (timeSpan: { readonly from: number; readonly until: number }): Promise<string[]> =>
      database.read(async (knex) => {
        const upcomingInvitations = await createInvitationRepository(knex).listOf(uid, {
          when: 'upcoming',
          now: clock.now(),
          behind: null,
          limit: MAX_UPCOMING_INVITATIONS,
        });
        const pendingKeys: string[] = [];
        for (const invitation of upcomingInvitations)
          if (await isAwaitingAnswer(knex, invitation, timeSpan)) pendingKeys.push(invitation.key);
        return pendingKeys;
      }),
  };
};
