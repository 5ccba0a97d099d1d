import type { Invitation } from '@mahlzeit/contract';
import { Attendee } from '@mahlzeit/contract';
import type { Knex } from 'knex';
import { readInChunks } from '../../platform';
import type { Connection } from '../../platform';
import { knexOf } from '../../platform/database/knex-of';

/**
 * Row of an attendee with the answer that they gave. An attendee who has deleted their account counts as declined
 * (`effectiveAnswersOf`).
 */
export interface StoredAttendee extends Pick<Invitation['attendees'][number], 'status'> {
  readonly uid: string;
  /** Key of the attendee's paid order for the meetup; null if they have none. */
  readonly orderKey: string | null;
  /** Whether the invitation was mailed to the attendee. */
  readonly isMailed: boolean;
}

/** Row of an invitation with its attendees. */
export interface StoredInvitation {
  readonly key: string;
  readonly owner: string;
  readonly restaurantKey: string;
  /** Time of the meetup in epoch milliseconds. The time of a meetup never changes. */
  readonly date: number;
  readonly isTakeAway: boolean;
  /**
   * Whether the owner has cancelled the meetup. An invitation also counts as cancelled while its owner's account is
   * deleted (`isEffectivelyCanceled`).
   */
  readonly isCanceled: boolean;
  readonly isReminderSent: boolean;
  /**
   * Key of the chat that contains the invitation: the chat to which it was sent, or the meetup's own chat once it has
   * one (ADR 53).
   */
  readonly chatKey: string;
  /** Key of the message that shows the invitation as a card in the chat of `chatKey`. */
  readonly messageKey: string;
  /**
   * Key of the message about the restaurant that the invitation's card has replaced, equal to `messageKey`; null if the
   * card was sent as a new message.
   */
  readonly replacedMessageKey: string | null;
  /**
   * Property SEQUENCE of the calendar file. The number starts at 0 and is raised at each change that a calendar shows.
   */
  readonly sequence: number;
  readonly createdAt: number;
  /** Time at which the sequence number was last raised, by the gateway's clock, which tests can move. */
  readonly changedAt: number;
  /** Token at the end of the invitation's link; null if there is no link. */
  readonly shareToken: string | null;
  /** Whether the owner has revoked the link. Then only the owner can create a new link. */
  readonly isLinkRevoked: boolean;
  /** All users who were invited or have joined by the link, the owner first. Erased users are missing. */
  readonly attendees: readonly StoredAttendee[];
}

/** Position of an invitation in a user's list, which is sorted by date and key. */
export type ListPosition = Pick<StoredInvitation, 'key' | 'date'>;

/** Requested page of a user's list of invitations. */
export interface InvitationListPage {
  /** `upcoming`: meetups from `now` on, the earliest first; `past`: meetups before `now`, the latest first. */
  readonly when: 'upcoming' | 'past';
  readonly now: number;
  /** Position of the last invitation of the previous page; null for the first page. */
  readonly behind: ListPosition | null;
  readonly limit: number;
}

interface InvitationRow {
  readonly key: string;
  readonly owner_uid: string;
  readonly restaurant_key: string;
  readonly date: number | string;
  readonly is_take_away: boolean | number;
  readonly is_canceled: boolean | number;
  readonly is_reminder_sent: boolean | number;
  readonly chat_key: string;
  readonly message_key: string;
  readonly replaced_message_key: string | null;
  readonly sequence: number;
  readonly created_at: number | string;
  readonly changed_at: number | string;
  readonly share_token: string | null;
  readonly is_link_revoked: boolean | number;
}

export interface AttendeeRow {
  readonly invitation_key: string;
  readonly uid: string;
  readonly date: number | string;
  readonly position: number;
  readonly status: string;
  readonly order_key: string | null;
  readonly mailed_at: number | string | null;
}

/** Repository of invitations, each with its attendees. */
export interface InvitationRepository {
  find(invitationKey: string): Promise<StoredInvitation | null>;
  /** Returns the invitations with these keys, in the order of `invitationKeys`; unknown keys are left out. */
  findAll(invitationKeys: readonly string[]): Promise<StoredInvitation[]>;
  /** Returns the invitation whose link ends with this token; null for an unknown token. */
  findShared(token: string): Promise<StoredInvitation | null>;
  /** Returns a page of a user's invitations, ordered by their date. */
  listOf(uid: string, page: InvitationListPage): Promise<StoredInvitation[]>;
  /** Returns the keys of all invitations that a user has sent. */
  listKeysOwnedBy(uid: string): Promise<string[]>;
  /** Returns up to `maxInvitations` invitations whose meetup was before `meetupBefore`, the oldest first. */
  listBefore(meetupBefore: number, maxInvitations: number): Promise<StoredInvitation[]>;
  insert(invitation: StoredInvitation): Promise<void>;
  /** Stores changed fields of an invitation; absent fields stay the same. */
  update(
    invitationKey: string,
    changedFields: Partial<
      Pick<
        StoredInvitation,
        | 'isCanceled'
        | 'isReminderSent'
        | 'shareToken'
        | 'isLinkRevoked'
        | 'chatKey'
        | 'messageKey'
        | 'replacedMessageKey'
      >
    >,
  ): Promise<void>;
  /** Raises the calendar sequence number of an invitation, so that calendars replace an older file by the next one. */
  raiseSequence(invitationKey: string, now: number): Promise<void>;
  remove(invitationKey: string): Promise<void>;
}

const invitationOf = (invitationRow: InvitationRow, attendees: readonly StoredAttendee[]): StoredInvitation => ({
  key: invitationRow.key,
  owner: invitationRow.owner_uid,
  restaurantKey: invitationRow.restaurant_key,
  date: Number(invitationRow.date),
  isTakeAway: Boolean(invitationRow.is_take_away),
  isCanceled: Boolean(invitationRow.is_canceled),
  isReminderSent: Boolean(invitationRow.is_reminder_sent),
  chatKey: invitationRow.chat_key,
  messageKey: invitationRow.message_key,
  replacedMessageKey: invitationRow.replaced_message_key,
  sequence: invitationRow.sequence,
  createdAt: Number(invitationRow.created_at),
  changedAt: Number(invitationRow.changed_at),
  shareToken: invitationRow.share_token,
  isLinkRevoked: Boolean(invitationRow.is_link_revoked),
  attendees,
});

const invitationRowOf = (invitation: StoredInvitation): InvitationRow => ({
  key: invitation.key,
  owner_uid: invitation.owner,
  restaurant_key: invitation.restaurantKey,
  date: invitation.date,
  is_take_away: invitation.isTakeAway,
  is_canceled: invitation.isCanceled,
  is_reminder_sent: invitation.isReminderSent,
  chat_key: invitation.chatKey,
  message_key: invitation.messageKey,
  replaced_message_key: invitation.replacedMessageKey,
  sequence: invitation.sequence,
  created_at: invitation.createdAt,
  changed_at: invitation.changedAt,
  share_token: invitation.shareToken,
  is_link_revoked: invitation.isLinkRevoked,
});

const groupAttendees = (rowsOfAttendees: readonly AttendeeRow[]): Map<string, StoredAttendee[]> => {
  const attendeesByInvitation = new Map<string, StoredAttendee[]>();
  for (const { invitation_key, uid, status, order_key, mailed_at } of rowsOfAttendees) {
    const groupedAttendees = attendeesByInvitation.get(invitation_key) ?? [];
    groupedAttendees.push({
      uid,
      status: Attendee.shape.status.parse(status),
      orderKey: order_key,
      isMailed: mailed_at !== null,
    });
    attendeesByInvitation.set(invitation_key, groupedAttendees);
  }
  return attendeesByInvitation;
};

const createInvitationReadMethods = (
  knex: Knex,
): Pick<InvitationRepository, 'find' | 'findAll' | 'findShared' | 'listOf' | 'listKeysOwnedBy' | 'listBefore'> => {
  const queryInvitations = () => knex<InvitationRow>('invitation');
  const queryAttendees = () => knex<AttendeeRow>('invitation_attendee');

  const loadAttendees = async (invitationRows: readonly InvitationRow[]): Promise<StoredInvitation[]> => {
    const attendeeRows = await readInChunks<AttendeeRow>(
      invitationRows.map(({ key }) => key),
      (keyChunk) => queryAttendees().whereIn('invitation_key', keyChunk).orderBy(['invitation_key', 'position']),
    );
    const attendeesByInvitation = groupAttendees(attendeeRows);
    return invitationRows.map((invitationRow) =>
      invitationOf(invitationRow, attendeesByInvitation.get(invitationRow.key) ?? []),
    );
  };

  const findAll = async (invitationKeys: readonly string[]): Promise<StoredInvitation[]> => {
    const storedInvitations = await loadAttendees(
      await readInChunks<InvitationRow>(invitationKeys, (keyChunk) => queryInvitations().whereIn('key', keyChunk)),
    );
    const invitationByKey = new Map(storedInvitations.map((invitation) => [invitation.key, invitation]));
    return invitationKeys.flatMap((invitationKey) => invitationByKey.get(invitationKey) ?? []);
  };

  return {
    findAll,
    find: async (invitationKey) => (await findAll([invitationKey]))[0] ?? null,
    findShared: async (token) =>
      (await loadAttendees(await queryInvitations().where({ share_token: token })))[0] ?? null,

    async listOf(uid, { when, now, behind, limit }) {
      const [sortDirection, dateComparison] = when === 'upcoming' ? (['asc', '>'] as const) : (['desc', '<'] as const);
      const invitationQuery = queryAttendees()
        .where({ uid })
        .andWhere('date', when === 'upcoming' ? '>=' : '<', now);
      if (behind !== null) {
        void invitationQuery.andWhere((positionCondition) => {
          void positionCondition
            .where('date', dateComparison, behind.date)
            .orWhere(
              (sameDateCondition) =>
                void sameDateCondition
                  .where('date', behind.date)
                  .andWhere('invitation_key', dateComparison, behind.key),
            );
        });
      }
      const attendedRows = await invitationQuery
        .orderBy([
          { column: 'date', order: sortDirection },
          { column: 'invitation_key', order: sortDirection },
        ])
        .limit(limit)
        .select('invitation_key');
      return findAll(attendedRows.map(({ invitation_key }) => invitation_key));
    },

    listKeysOwnedBy: async (uid) =>
      (await queryInvitations().where({ owner_uid: uid }).orderBy('key').select('key')).map(({ key }) => key),

    listBefore: async (meetupBefore, maxInvitations) =>
      loadAttendees(
        await queryInvitations().where('date', '<', meetupBefore).orderBy(['date', 'key']).limit(maxInvitations),
      ),
  };
};

/**
 * Creates the repository of invitations. With the connection of a transaction, all its queries run in that transaction.
 */
export const createInvitationRepository = (databaseConnection: Connection): InvitationRepository => {
  const knex = knexOf(databaseConnection);
  const queryInvitations = () => knex<InvitationRow>('invitation');
  const attendees = () => knex<AttendeeRow>('invitation_attendee');

  return {
    ...createInvitationReadMethods(knex),

    async insert(invitation) {
      await queryInvitations().insert(invitationRowOf(invitation));
      await attendees().insert(
        invitation.attendees.map(({ uid, status }, position) => ({
          invitation_key: invitation.key,
          uid,
          date: invitation.date,
          position,
          status,
          order_key: null,
          mailed_at: null,
        })),
      );
    },

    async update(
      invitationKey,
      { isCanceled, isReminderSent, shareToken, isLinkRevoked, chatKey, messageKey, replacedMessageKey },
    ) {
      await queryInvitations()
        .where({ key: invitationKey })
        .update({
          ...(isCanceled !== undefined && { is_canceled: isCanceled }),
          ...(isReminderSent !== undefined && { is_reminder_sent: isReminderSent }),
          ...(shareToken !== undefined && { share_token: shareToken }),
          ...(isLinkRevoked !== undefined && { is_link_revoked: isLinkRevoked }),
          ...(chatKey !== undefined && { chat_key: chatKey }),
          ...(messageKey !== undefined && { message_key: messageKey }),
          ...(replacedMessageKey !== undefined && { replaced_message_key: replacedMessageKey }),
        });
    },
    async raiseSequence(invitationKey, now) {
      await queryInvitations()
        .where({ key: invitationKey })
        .update({ sequence: knex.raw('sequence + 1'), changed_at: now });
    },

    async remove(invitationKey) {
      await queryInvitations().where({ key: invitationKey }).delete();
    },
  };
};
