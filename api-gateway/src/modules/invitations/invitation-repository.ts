import type { Invitation } from '@mahlzeit/contract';
import { Attendee } from '@mahlzeit/contract';
import type { Knex } from 'knex';
import { readInChunks } from '../../platform';
import type { Connection } from '../../platform';
import { knexOf } from '../../platform/database/knex-of';

/** Somebody's answer as it was given; who has left meanwhile counts as having declined (`answersOf`). */
export interface StoredAttendee extends Pick<Invitation['attendees'][number], 'status'> {
  readonly uid: string;
  /** What they have ordered and paid for it; null: nothing. */
  readonly orderKey: string | null;
  /** Whether the invitation was mailed to them. */
  readonly isMailed: boolean;
}

/** Somebody's answer, for an invitation that they are in or come into. */
type Answer = Pick<StoredAttendee, 'uid' | 'status'>;

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
  readonly mailed_at: number | string | null;
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
  /** Keys of what `owner` has sent, `from` an instant on, to one who has neither declined nor ordered. */
  listKeysBetween(between: {
    readonly owner: string;
    readonly guest: string;
    readonly from: number;
  }): Promise<string[]>;
  /** Which of these people attend an invitation that somebody attends, too. */
  findCoAttendees(uid: string, others: readonly string[]): Promise<Set<string>>;
  /**
   * Whose invitations were mailed to each of these guests behind an instant, an owner once for each; who isn't in it
   * got none.
   */
  findMailingOwners(guests: readonly string[], after: number): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Where an invitation stands or stood in somebody's list; null where it never did. */
  findPlace(uid: string, key: string): Promise<InvitationPlace | null>;
  /** Whether somebody attended an invitation that is gone. */
  isGoneFor(uid: string, key: string): Promise<boolean>;
  /** The invitations that somebody attended and that are gone. */
  listTombstonesOf(uid: string): Promise<InvitationPlace[]>;
  /** Invitations of before an instant, the oldest first. */
  listBefore(before: number, limit: number): Promise<StoredInvitation[]>;
  insert(invitation: StoredInvitation): Promise<void>;
  /** Stores somebody's answer; who isn't there yet is added at the end. */
  putAnswer(invitation: StoredInvitation, answer: Answer): Promise<void>;
  /** Stores when it was mailed to these of its attendees. */
  putMailed(key: string, uids: readonly string[], at: number): Promise<void>;
  /** Stores what somebody has ordered for it; false: they have ordered before, or don't attend. */
  putOrder(key: string, uid: string, orderKey: string): Promise<boolean>;
  /** Forgets that somebody has ordered this for it; false: they haven't, or it is gone. */
  removeOrder(key: string, uid: string, orderKey: string): Promise<boolean>;
  /** Takes somebody out of all invitations. */
  removeAttendanceOf(uid: string): Promise<void>;
  /** Stores what else of an invitation changes. */
  update(
    key: string,
    change: Partial<Pick<StoredInvitation, 'isCanceled' | 'isReminderSent' | 'shareToken'>>,
  ): Promise<void>;
  /** Raises the sequence number: calendars take the next file for the newer one. */
  raiseSequence(key: string, at: number): Promise<void>;
  /** Removes an invitation; those of `mourners` are told that it is gone, for everybody else it never was. */
  remove(invitation: InvitationPlace, mourners: readonly string[]): Promise<void>;
  /** Forgets what somebody attended. */
  removeTombstonesOf(uid: string): Promise<void>;
  /** Forgets up to `limit` invitations that are gone and whose meetup was before an instant, and returns how many. */
  removeTombstones(old: { readonly before: number; readonly limit: number }): Promise<number>;
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
  for (const { invitation_key, uid, status, order_key, mailed_at } of rows) {
    const group = groups.get(invitation_key) ?? [];
    group.push({ uid, status: Attendee.shape.status.parse(status), orderKey: order_key, isMailed: mailed_at !== null });
    groups.set(invitation_key, group);
  }
  return groups;
};

type Reads = Pick<
  InvitationRepository,
  | 'find'
  | 'findAll'
  | 'findShared'
  | 'listOf'
  | 'listKeysOf'
  | 'listKeysOwnedBy'
  | 'listKeysBetween'
  | 'findCoAttendees'
  | 'findMailingOwners'
  | 'findPlace'
  | 'isGoneFor'
  | 'listTombstonesOf'
  | 'listBefore'
>;

const createReads = (knex: Knex): Reads => {
  const invitations = () => knex<InvitationRow>('invitation');
  const attendees = () => knex<AttendeeRow>('invitation_attendee');
  const tombstones = () => knex<TombstoneRow>('invitation_tombstone');

  const complete = async (rows: readonly InvitationRow[]): Promise<StoredInvitation[]> => {
    const asked = await readInChunks<AttendeeRow>(
      rows.map(({ key }) => key),
      (chunk) => attendees().whereIn('invitation_key', chunk).orderBy(['invitation_key', 'position']),
    );
    const groups = groupAttendees(asked);
    return rows.map((row) => invitationOf(row, groups.get(row.key) ?? []));
  };

  const findAll = async (keys: readonly string[]): Promise<StoredInvitation[]> => {
    const found = await complete(
      await readInChunks<InvitationRow>(keys, (chunk) => invitations().whereIn('key', chunk)),
    );
    const byKey = new Map(found.map((invitation) => [invitation.key, invitation]));
    return keys.flatMap((key) => byKey.get(key) ?? []);
  };

  return {
    findAll,
    find: async (key) => (await findAll([key]))[0] ?? null,
    findShared: async (token) => (await complete(await invitations().where({ share_token: token })))[0] ?? null,

    async listOf(uid, { when, now, behind, limit }) {
      const [direction, further] = when === 'upcoming' ? (['asc', '>'] as const) : (['desc', '<'] as const);
      const query = attendees()
        .where({ uid })
        .andWhere('date', when === 'upcoming' ? '>=' : '<', now);
      if (behind !== null) {
        void query.andWhere((rest) => {
          void rest
            .where('date', further, behind.date)
            .orWhere((same) => void same.where('date', behind.date).andWhere('invitation_key', further, behind.key));
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

    listKeysOf: async (uid) =>
      (
        await attendees()
          .where({ uid })
          .orderBy([{ column: 'date', order: 'desc' }, 'invitation_key'])
          .select('invitation_key')
      ).map((row) => row.invitation_key),
    listKeysOwnedBy: async (uid) =>
      (await invitations().where({ owner_uid: uid }).orderBy('key').select('key')).map(({ key }) => key),

    async listKeysBetween({ owner, guest, from }) {
      const rows = await attendees()
        .join('invitation', 'invitation.key', 'invitation_attendee.invitation_key')
        .where({
          'invitation_attendee.uid': guest,
          'invitation_attendee.order_key': null,
          'invitation.owner_uid': owner,
        })
        .andWhere('invitation_attendee.date', '>=', from)
        .andWhereNot('invitation_attendee.status', 'declined')
        .orderBy(['invitation_attendee.date', 'invitation_attendee.invitation_key'])
        .select<{ invitation_key: string }[]>('invitation_attendee.invitation_key');
      return rows.map(({ invitation_key }) => invitation_key);
    },
    async findCoAttendees(uid, others) {
      const own = attendees().where({ uid }).select('invitation_key');
      return new Set(
        (
          await attendees()
            .whereIn('uid', [...others])
            .whereIn('invitation_key', own)
            .distinct('uid')
        ).map((row) => row.uid),
      );
    },
    async findMailingOwners(guests, after) {
      const rows = await attendees()
        .join('invitation', 'invitation.key', 'invitation_attendee.invitation_key')
        .whereIn('invitation_attendee.uid', [...guests])
        .andWhere('invitation_attendee.mailed_at', '>', after)
        .whereNot('invitation.owner_uid', knex.ref('invitation_attendee.uid'))
        .select<{ uid: string; owner_uid: string }[]>('invitation_attendee.uid', 'invitation.owner_uid');
      const owners = new Map<string, string[]>();
      for (const { uid, owner_uid } of rows) owners.set(uid, [...(owners.get(uid) ?? []), owner_uid]);
      return owners;
    },

    async findPlace(uid, key) {
      const where = { invitation_key: key, uid };
      const row = (await attendees().where(where).first('date')) ?? (await tombstones().where(where).first('date'));
      return row === undefined ? null : { key, date: Number(row.date) };
    },
    isGoneFor: async (uid, key) => (await tombstones().where({ invitation_key: key, uid }).first('uid')) !== undefined,
    listTombstonesOf: async (uid) =>
      (await tombstones().where({ uid }).orderBy(['date', 'invitation_key'])).map(({ invitation_key, date }) => ({
        key: invitation_key,
        date: Number(date),
      })),
    listBefore: async (before, limit) =>
      complete(await invitations().where('date', '<', before).orderBy(['date', 'key']).limit(limit)),
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

    async putAnswer({ key, date }, { uid, status }) {
      const last = await attendees()
        .where({ invitation_key: key })
        .max<{ position: number | null }>({ position: 'position' })
        .first();
      await attendees()
        .insert({ invitation_key: key, uid, date, position: (last?.position ?? -1) + 1, status })
        .onConflict(['invitation_key', 'uid'])
        .merge(['status']);
    },
    async putMailed(key, uids, at) {
      await attendees()
        .where({ invitation_key: key })
        .whereIn('uid', [...uids])
        .update({ mailed_at: at });
    },
    async putOrder(key, uid, orderKey) {
      return (
        (await attendees().where({ invitation_key: key, uid, order_key: null }).update({ order_key: orderKey })) > 0
      );
    },
    async removeOrder(key, uid, orderKey) {
      return (
        (await attendees().where({ invitation_key: key, uid, order_key: orderKey }).update({ order_key: null })) > 0
      );
    },
    async removeAttendanceOf(uid) {
      const where = { uid };
      await invitations()
        .whereIn('key', attendees().where(where).select('invitation_key'))
        .update({ sequence: knex.raw('sequence + 1') });
      await attendees().where(where).delete();
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
    async raiseSequence(key, at) {
      await invitations()
        .where({ key })
        .update({ sequence: knex.raw('sequence + 1'), changed_at: at });
    },

    async remove({ key, date }, mourners) {
      await invitations().where({ key }).delete();
      const rows = mourners.map((uid) => ({ invitation_key: key, uid, date }));
      if (rows.length > 0)
        await knex<TombstoneRow>('invitation_tombstone').insert(rows).onConflict(['invitation_key', 'uid']).ignore();
    },
    async removeTombstonesOf(uid) {
      await knex<TombstoneRow>('invitation_tombstone').where({ uid }).delete();
    },
    async removeTombstones({ before, limit }) {
      const old = await knex<TombstoneRow>('invitation_tombstone')
        .where('date', '<', before)
        .orderBy('date')
        .limit(limit)
        .select('invitation_key');
      return knex<TombstoneRow>('invitation_tombstone')
        .whereIn(
          'invitation_key',
          old.map(({ invitation_key }) => invitation_key),
        )
        .delete();
    },
  };
};
