import type { Connection } from '../../platform';
import { knexOf } from '../../platform/database/knex-of';
import type { AttendeeRow, ListPosition, StoredAttendee, StoredInvitation } from './invitation-repository';

/**
 * Attendees of invitations, with their answers, their orders and the times at which the invitation was mailed to them.
 */
export interface AttendeeRepository {
  /** Returns the keys of all invitations that a user attends, the latest meetup first. */
  listKeysOf(uid: string): Promise<string[]>;
  /**
   * Returns the keys of those invitations of `owner` that take place at `from` or later and that the guest has neither
   * declined nor ordered for.
   */
  listKeysBetween(period: { readonly owner: string; readonly guest: string; readonly from: number }): Promise<string[]>;
  /** Returns those of `otherUids` who attend at least one invitation that the user attends, too. */
  findCoAttendees(uid: string, otherUids: readonly string[]): Promise<Set<string>>;
  /**
   * Returns the owners of the invitations that were mailed to each of these guests after `mailedAfter`, by guest: one
   * entry for each invitation. A guest without mailed invitations is absent from the map.
   */
  findMailingOwners(guests: readonly string[], mailedAfter: number): Promise<ReadonlyMap<string, readonly string[]>>;
  /**
   * Returns the position of an invitation in the list of an attendee; null for a user who doesn't attend the
   * invitation.
   */
  findListPosition(uid: string, key: string): Promise<ListPosition | null>;
  /** Stores an answer. A user who doesn't attend the invitation yet is added as its last attendee. */
  putAnswer(invitation: StoredInvitation, answer: Pick<StoredAttendee, 'uid' | 'status'>): Promise<void>;
  /** Stores `now` as the time at which the invitation was mailed to these attendees. */
  putMailed(key: string, uids: readonly string[], now: number): Promise<void>;
  /** Stores the order of an attendee. Returns false if the user already has an order or doesn't attend the meetup. */
  putOrder(key: string, uid: string, orderKey: string): Promise<boolean>;
  /** Removes the order `orderKey` of an attendee. Returns false if the attendee doesn't have this order. */
  removeOrder(key: string, uid: string, orderKey: string): Promise<boolean>;
  /** Removes a user from all invitations, and raises the sequence numbers of these invitations. */
  removeAllOf(uid: string): Promise<void>;
}

/** Creates the repository of attendees. */
export const createAttendeeRepository = (connection: Connection): AttendeeRepository => {
  const knex = knexOf(connection);
  const invitations = () => knex('invitation');
  const attendees = () => knex<AttendeeRow>('invitation_attendee');

  return {
    listKeysOf: async (uid) =>
      (
        await attendees()
          .where({ uid })
          .orderBy([{ column: 'date', order: 'desc' }, 'invitation_key'])
          .select('invitation_key')
      ).map((row) => row.invitation_key),
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
    async findCoAttendees(uid, otherUids) {
      const ownInvitations = attendees().where({ uid }).select('invitation_key');
      return new Set(
        (
          await attendees()
            .whereIn('uid', [...otherUids])
            .whereIn('invitation_key', ownInvitations)
            .distinct('uid')
        ).map((row) => row.uid),
      );
    },
    async findMailingOwners(guests, mailedAfter) {
      const rows = await attendees()
        .join('invitation', 'invitation.key', 'invitation_attendee.invitation_key')
        .whereIn('invitation_attendee.uid', [...guests])
        .andWhere('invitation_attendee.mailed_at', '>', mailedAfter)
        .whereNot('invitation.owner_uid', knex.ref('invitation_attendee.uid'))
        .select<{ uid: string; owner_uid: string }[]>('invitation_attendee.uid', 'invitation.owner_uid');
      const ownersByGuest = new Map<string, string[]>();
      for (const { uid, owner_uid } of rows) ownersByGuest.set(uid, [...(ownersByGuest.get(uid) ?? []), owner_uid]);
      return ownersByGuest;
    },
    async findListPosition(uid, key) {
      const row = await attendees().where({ invitation_key: key, uid }).first('date');
      return row === undefined ? null : { key, date: Number(row.date) };
    },

    async putAnswer({ key, date }, { uid, status }) {
      const lastAttendee = await attendees()
        .where({ invitation_key: key })
        .max<{ position: number | null }>({ position: 'position' })
        .first();
      await attendees()
        .insert({ invitation_key: key, uid, date, position: (lastAttendee?.position ?? -1) + 1, status })
        .onConflict(['invitation_key', 'uid'])
        .merge(['status']);
    },
    async putMailed(key, uids, now) {
      await attendees()
        .where({ invitation_key: key })
        .whereIn('uid', [...uids])
        .update({ mailed_at: now });
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
    async removeAllOf(uid) {
      const attendeeCondition = { uid };
      await invitations()
        .whereIn('key', attendees().where(attendeeCondition).select('invitation_key'))
        .update({ sequence: knex.raw('sequence + 1') });
      await attendees().where(attendeeCondition).delete();
    },
  };
};
