import type { Invitation } from '@mahlzeit/contract';
import { Attendee } from '@mahlzeit/contract';
import type { Knex } from 'knex';
import { readInChunks } from '../../../platform';
import type { Connection } from '../../../platform';
import { knexOf } from '../../../platform/database/knex-of';

/** Somebody's answer as it was given; who has left meanwhile counts as having declined (`answersOf`). */
export interface StoredAttendee extends Pick<Invitation['attendees'][number], 'status'> {
  readonly uid: string;
  /** What they have ordered and paid for it; null: nothing. */
  readonly orderKey: string | null;
}

/** An invitation as the database holds it. */
export interface StoredInvitation {
  readonly key: string;
  readonly owner: string;
  readonly restaurantKey: string;
  /** When people meet, epoch milliseconds; it never changes. */
  readonly date: number;
  readonly isTakeAway: boolean;
  /** Whether the owner has cancelled it; one whose owner has left counts as cancelled as well (`isOff`). */
  readonly isCanceled: boolean;
  readonly isReminderSent: boolean;
  readonly chatKey: string;
  /** The first message that showed it. */
  readonly messageKey: string;
  /** The message of a restaurant whose place that one took; the same key. */
  readonly replacedMessageKey: string | null;
  /** 0 as it was sent, raised at each change of what a calendar shows: its SEQUENCE. */
  readonly sequence: number;
  readonly createdAt: number;
  /** When the sequence number was raised last. */
  readonly changedAt: number;
  /** What a link to it ends with; null: there is none. */
  readonly shareToken: string | null;
  /** Everybody who was asked or has joined, the owner first; nobody who was erased. */
  readonly attendees: readonly StoredAttendee[];
}

/** The place of an invitation in somebody's list. */
export type InvitationPlace = Pick<StoredInvitation, 'key' | 'date'>;

/** A stretch of somebody's invitations. */
export interface InvitationStretch {
  /** `upcoming`: those of `now` and later, the next one first; `past`: those before, the latest one first. */
  readonly when: 'upcoming' | 'past';
  readonly now: number;
  /** The row that it goes on behind; null: the first one. */
  readonly behind: InvitationPlace | null;
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

interface AttendeeRow {
  readonly invitation_key: string;
  readonly uid: string;
  readonly date: number | string;
  readonly position: number;
  readonly status: string;
  readonly order_key: string | null;
}

type TombstoneRow = Pick<AttendeeRow, 'invitation_key' | 'uid' | 'date'>;

/** Invitations, who attends them, and what is left of those that are gone. */
export interface InvitationRepository {
  find(key: string): Promise<StoredInvitation | null>;
  /** Those of these that are there, in this order. */
  findAll(keys: readonly string[]): Promise<StoredInvitation[]>;
  /** The one that a link leads to. */
  findShared(token: string): Promise<StoredInvitation | null>;
  /** A page of somebody's invitations by their date. */
  listOf(uid: string, stretch: InvitationStretch): Promise<StoredInvitation[]>;
  /** Keys of all that somebody attends, the one furthest ahead first. */
  listKeysOf(uid: string): Promise<string[]>;
  /** Keys of all that somebody has sent. */
  listKeysOwnedBy(uid: string): Promise<string[]>;
  /** Where an invitation stands or stood in somebody's list; null where it never did. */
  findPlace(uid: string, key: string): Promise<InvitationPlace | null>;
  /** Whether somebody attended an invitation that is gone. */
  isGoneFor(uid: string, key: string): Promise<boolean>;
  /** Invitations of before an instant, the oldest first. */
  listBefore(before: number, limit: number): Promise<StoredInvitation[]>;
  insert(invitation: StoredInvitation): Promise<void>;
  /** Stores somebody's answer; who isn't there yet is added at the end. */
  putAnswer(invitation: StoredInvitation, answer: Omit<StoredAttendee, 'orderKey'>): Promise<void>;
  /** Stores what somebody has ordered for it. */
  putOrder(key: string, uid: string, orderKey: string): Promise<void>;
  /** Takes somebody out of all invitations. */
  removeAttendanceOf(uid: string): Promise<void>;
  /** Stores what else of an invitation changes. */
  update(key: string, change: Partial<Pick<StoredInvitation, 'isCanceled' | 'isReminderSent' | 'shareToken'>>): Promise<void>;
  /** Raises the sequence number: calendars take the next file for the newer one. */
  raiseSequence(key: string, at: number): Promise<void>;
  /** Removes an invitation; those of `mourners` are told that it is gone, for everybody else it never was. */
  remove(invitation: InvitationPlace, mourners: readonly string[]): Promise<void>;
  /** Forgets what somebody attended. */
  removeTombstonesOf(uid: string): Promise<void>;
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
  const groups = new Map<string, StoredAttendee[]>();
  for (const { invitation_key, uid, status, order_key } of rows) {
    const group = groups.get(invitation_key) ?? [];
    group.push({ uid, status: Attendee.shape.status.parse(status), orderKey: order_key });
    groups.set(invitation_key, group);
  }
  return groups;
};

type Reads = Pick<InvitationRepository, 'find' | 'findAll' | 'findShared' | 'listOf' | 'listKeysOf' | 'listKeysOwnedBy' | 'findPlace' | 'isGoneFor' | 'listBefore'>;

const createReads = (knex: Knex): Reads => {
  const invitations = () => knex<InvitationRow>('invitation');
  const attendees = () => knex<AttendeeRow>('invitation_attendee');
  const tombstones = () => knex<TombstoneRow>('invitation_tombstone');

  const complete = async (rows: readonly InvitationRow[]): Promise<StoredInvitation[]> => {
    const asked = await readInChunks<AttendeeRow>(rows.map(({ key }) => key), (chunk) => attendees().whereIn('invitation_key', chunk).orderBy(['invitation_key', 'position']));
    const groups = groupAttendees(asked);
    return rows.map((row) => invitationOf(row, groups.get(row.key) ?? []));
  };

  const findAll = async (keys: readonly string[]): Promise<StoredInvitation[]> => {
    const found = await complete(await readInChunks<InvitationRow>(keys, (chunk) => invitations().whereIn('key', chunk)));
    const byKey = new Map(found.map((invitation) => [invitation.key, invitation]));
    return keys.flatMap((key) => byKey.get(key) ?? []);
  };

  return {
    findAll,
    find: async (key) => (await findAll([key]))[0] ?? null,
    findShared: async (token) => (await complete(await invitations().where({ share_token: token })))[0] ?? null,

    async listOf(uid, { when, now, behind, limit }) {
      const [direction, further] = when === 'upcoming' ? (['asc', '>'] as const) : (['desc', '<'] as const);
      const query = attendees().where({ uid }).andWhere('date', when === 'upcoming' ? '>=' : '<', now);
      if (behind !== null) {
        void query.andWhere((rest) => {
          void rest.where('date', further, behind.date).orWhere((same) => void same.where('date', behind.date).andWhere('invitation_key', further, behind.key));
        });
      }
      const rows = await query.orderBy([{ column: 'date', order: direction }, { column: 'invitation_key', order: direction }]).limit(limit).select('invitation_key');
      return findAll(rows.map(({ invitation_key }) => invitation_key));
    },

    listKeysOf: async (uid) => (await attendees().where({ uid }).orderBy([{ column: 'date', order: 'desc' }, 'invitation_key']).select('invitation_key')).map((row) => row.invitation_key),
    listKeysOwnedBy: async (uid) => (await invitations().where({ owner_uid: uid }).orderBy('key').select('key')).map(({ key }) => key),

    async findPlace(uid, key) {
      const where = { invitation_key: key, uid };
      const row = (await attendees().where(where).first('date')) ?? (await tombstones().where(where).first('date'));
      return row === undefined ? null : { key, date: Number(row.date) };
    },
    isGoneFor: async (uid, key) => (await tombstones().where({ invitation_key: key, uid }).first('uid')) !== undefined,
    listBefore: async (before, limit) => complete(await invitations().where('date', '<', before).orderBy(['date', 'key']).limit(limit)),
  };
};

/** Invitations in the database. */
export const createInvitationRepository = (connection: Connection): InvitationRepository => {
  const knex = knexOf(connection);
  const invitations = () => knex<InvitationRow>('invitation');
  const attendees = () => knex<AttendeeRow>('invitation_attendee');

  return {
    ...createReads(knex),

    async insert(invitation) {
      await invitations().insert(rowOf(invitation));
      await attendees().insert(invitation.attendees.map(({ uid, status }, position) => ({ invitation_key: invitation.key, uid, date: invitation.date, position, status, order_key: null })));
    },

    async putAnswer({ key, date }, { uid, status }) {
      const last = await attendees().where({ invitation_key: key }).max<{ position: number | null }>({ position: 'position' }).first();
      await attendees().insert({ invitation_key: key, uid, date, position: (last?.position ?? -1) + 1, status }).onConflict(['invitation_key', 'uid']).merge(['status']);
    },
    async putOrder(key, uid, orderKey) {
      await attendees().where({ invitation_key: key, uid }).update({ order_key: orderKey });
    },
    async removeAttendanceOf(uid) {
      const where = { uid };
      await invitations().whereIn('key', attendees().where(where).select('invitation_key')).update({ sequence: knex.raw('sequence + 1') });
      await attendees().where(where).delete();
    },
    async update(key, { isCanceled, isReminderSent, shareToken }) {
      await invitations().where({ key }).update({
        ...(isCanceled !== undefined && { is_canceled: isCanceled }),
        ...(isReminderSent !== undefined && { is_reminder_sent: isReminderSent }),
        ...(shareToken !== undefined && { share_token: shareToken }),
      });
    },
    async raiseSequence(key, at) {
      await invitations().where({ key }).update({ sequence: knex.raw('sequence + 1'), changed_at: at });
    },

    async remove({ key, date }, mourners) {
      await invitations().where({ key }).delete();
      const rows = mourners.map((uid) => ({ invitation_key: key, uid, date }));
      if (rows.length > 0) await knex<TombstoneRow>('invitation_tombstone').insert(rows).onConflict(['invitation_key', 'uid']).ignore();
    },
    async removeTombstonesOf(uid) {
      await knex<TombstoneRow>('invitation_tombstone').where({ uid }).delete();
    },
  };
};
