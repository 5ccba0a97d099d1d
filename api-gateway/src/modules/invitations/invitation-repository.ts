import type { Invitation } from '@mahlzeit/contract';
import { Attendee } from '@mahlzeit/contract';
import type { Knex } from 'knex';
import { readInChunks } from '../../platform';
import type { Connection } from '../../platform';
import { knexOf } from '../../platform/database/knex-of';

/** Row of an attendee with the answer that they gave. An attendee who has left counts as declined (`answersOf`). */
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
  readonly chatKey: string;
  /** Key of the first message that showed the invitation as a card. */
  readonly messageKey: string;
  /**
   * Key of the message about the restaurant that the invitation's card has replaced, equal to `messageKey`; null if the
   * card was sent as a new message.
   */
  readonly replacedMessageKey: string | null;
  /** SEQUENCE of the calendar file. The number starts at 0 and is raised at each change that a calendar shows. */
  readonly sequence: number;
  readonly createdAt: number;
  /** Domain time at which the sequence number was last raised. */
  readonly changedAt: number;
  /** Last part of the invitation's link; null if there is no link. */
  readonly shareToken: string | null;
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

/** Invitations, each with its attendees. */
export interface InvitationRepository {
  find(key: string): Promise<StoredInvitation | null>;
  /** Returns the invitations with these keys, in the order of `keys`; unknown keys are left out. */
  findAll(keys: readonly string[]): Promise<StoredInvitation[]>;
  /** Returns the invitation whose link has this token; null for an unknown token. */
  findShared(token: string): Promise<StoredInvitation | null>;
  /** Returns a page of a user's invitations, ordered by their date. */
  listOf(uid: string, page: InvitationListPage): Promise<StoredInvitation[]>;
  /** Returns the keys of all invitations that a user has sent. */
  listKeysOwnedBy(uid: string): Promise<string[]>;
  /** Returns up to `limit` invitations whose meetup was before `meetupBefore`, the oldest first. */
  listBefore(meetupBefore: number, limit: number): Promise<StoredInvitation[]>;
  insert(invitation: StoredInvitation): Promise<void>;
  /** Stores the changed fields of an invitation; fields that are absent stay the same. */
  update(
    key: string,
    change: Partial<Pick<StoredInvitation, 'isCanceled' | 'isReminderSent' | 'shareToken'>>,
  ): Promise<void>;
  /** Raises the sequence number, so that calendars replace an older file by the next one. */
  raiseSequence(key: string, now: number): Promise<void>;
  remove(key: string): Promise<void>;
}

const invitationOf = (row: InvitationRow, attendees: readonly StoredAttendee[]): StoredInvitation => ({
  key: row.key,
  owner: row.owner_uid,
  restaurantKey: row.restaurant_key,
  date: Number(row.date),
  isTakeAway: Boolean(row.is_take_away),
  isCanceled: Boolean(row.is_canceled),
  isReminderSent: Boolean(row.is_reminder_sent),
  chatKey: row.chat_key,
  messageKey: row.message_key,
  replacedMessageKey: row.replaced_message_key,
  sequence: row.sequence,
  createdAt: Number(row.created_at),
  changedAt: Number(row.changed_at),
  shareToken: row.share_token,
  attendees,
});

const rowOf = (invitation: StoredInvitation): InvitationRow => ({
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
});

const groupAttendees = (rows: readonly AttendeeRow[]): Map<string, StoredAttendee[]> => {
  const attendeesByInvitation = new Map<string, StoredAttendee[]>();
  for (const { invitation_key, uid, status, order_key, mailed_at } of rows) {
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

const createReadMethods = (
  knex: Knex,
): Pick<InvitationRepository, 'find' | 'findAll' | 'findShared' | 'listOf' | 'listKeysOwnedBy' | 'listBefore'> => {
  const invitations = () => knex<InvitationRow>('invitation');
  const attendees = () => knex<AttendeeRow>('invitation_attendee');

  const withAttendees = async (rows: readonly InvitationRow[]): Promise<StoredInvitation[]> => {
    const attendeeRows = await readInChunks<AttendeeRow>(
      rows.map(({ key }) => key),
      (chunk) => attendees().whereIn('invitation_key', chunk).orderBy(['invitation_key', 'position']),
    );
    const attendeesByInvitation = groupAttendees(attendeeRows);
    return rows.map((row) => invitationOf(row, attendeesByInvitation.get(row.key) ?? []));
  };

  const findAll = async (keys: readonly string[]): Promise<StoredInvitation[]> => {
    const storedInvitations = await withAttendees(
      await readInChunks<InvitationRow>(keys, (chunk) => invitations().whereIn('key', chunk)),
    );
    const invitationByKey = new Map(storedInvitations.map((invitation) => [invitation.key, invitation]));
    return keys.flatMap((key) => invitationByKey.get(key) ?? []);
  };

  return {
    findAll,
    find: async (key) => (await findAll([key]))[0] ?? null,
    findShared: async (token) => (await withAttendees(await invitations().where({ share_token: token })))[0] ?? null,

    async listOf(uid, { when, now, behind, limit }) {
      const [direction, comparison] = when === 'upcoming' ? (['asc', '>'] as const) : (['desc', '<'] as const);
      const query = attendees()
        .where({ uid })
        .andWhere('date', when === 'upcoming' ? '>=' : '<', now);
      if (behind !== null) {
        void query.andWhere((condition) => {
          void condition
            .where('date', comparison, behind.date)
            .orWhere(
              (sameDateCondition) =>
                void sameDateCondition.where('date', behind.date).andWhere('invitation_key', comparison, behind.key),
            );
        });
      }
      const rows = await query
        .orderBy([
          { column: 'date', order: direction },
          { column: 'invitation_key', order: direction },
        ])
        .limit(limit)
        .select('invitation_key');
      return findAll(rows.map(({ invitation_key }) => invitation_key));
    },

    listKeysOwnedBy: async (uid) =>
      (await invitations().where({ owner_uid: uid }).orderBy('key').select('key')).map(({ key }) => key),

    listBefore: async (meetupBefore, limit) =>
      withAttendees(await invitations().where('date', '<', meetupBefore).orderBy(['date', 'key']).limit(limit)),
  };
};

/** Creates the repository of invitations. */
export const createInvitationRepository = (connection: Connection): InvitationRepository => {
  const knex = knexOf(connection);
  const invitations = () => knex<InvitationRow>('invitation');
  const attendees = () => knex<AttendeeRow>('invitation_attendee');

  return {
    ...createReadMethods(knex),

    async insert(invitation) {
      await invitations().insert(rowOf(invitation));
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

    async update(key, { isCanceled, isReminderSent, shareToken }) {
      await invitations()
        .where({ key })
        .update({
          ...(isCanceled !== undefined && { is_canceled: isCanceled }),
          ...(isReminderSent !== undefined && { is_reminder_sent: isReminderSent }),
          ...(shareToken !== undefined && { share_token: shareToken }),
        });
    },
    async raiseSequence(key, now) {
      await invitations()
        .where({ key })
        .update({ sequence: knex.raw('sequence + 1'), changed_at: now });
    },

    async remove(key) {
      await invitations().where({ key }).delete();
    },
  };
};
