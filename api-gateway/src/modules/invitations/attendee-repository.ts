import type { Connection } from '../../platform';
import { knexOf } from '../../platform/database/knex-of';
import type { AttendeeRow, ListPosition, StoredAttendee, StoredInvitation } from './invitation-repository';

/**
 * Repository of the attendees of invitations, with their answers, their orders and the times at which the invitation
 * was mailed to them.
 */
export interface AttendeeRepository {
  /** Returns the keys of all invitations that a user attends, the latest meetup first. */
  listKeysOf(uid: string): Promise<string[]>;
  /**
   * Returns the keys of those invitations of `owner` that take place at `from` or later and that the guest has neither
   * declined nor ordered for.
   */
  listKeysBetween(keyPeriod: {
    readonly owner: string;
    readonly guest: string;
    readonly from: number;
  }): Promise<string[]>;
  /** Returns those of `otherUids` who attend at least one invitation together with the user. */
  findCoAttendees(uid: string, otherUids: readonly string[]): Promise<Set<string>>;
  /**
   * Returns the owners of the invitations that were mailed to each of these guests after `mailedAfterMs`, by guest: one
   * entry for each invitation. A guest without mailed invitations is absent from the map.
   */
  findMailingOwners(
    guestUids: readonly string[],
    mailedAfterMs: number,
  ): Promise<ReadonlyMap<string, readonly string[]>>;
  /**
   * Returns the position of an invitation in the list of an attendee; null for a user who doesn't attend the
   * invitation.
   */
  findListPosition(uid: string, invitationKey: string): Promise<ListPosition | null>;
  /** Stores an attendee's answer to an invitation. A user who doesn't attend it yet is added as its last attendee. */
  putAnswer(invitation: StoredInvitation, attendeeAnswer: Pick<StoredAttendee, 'uid' | 'status'>): Promise<void>;
  /** Stores `now` as the time at which the invitation was mailed to these attendees. */
  putMailed(invitationKey: string, uids: readonly string[], now: number): Promise<void>;
  /**
   * Stores the key of an attendee's order for a meetup. Returns false if the user already has an order or doesn't
   * attend the meetup.
   */
  putOrder(invitationKey: string, uid: string, orderKey: string): Promise<boolean>;
  /**
   * Removes the order `orderKey` from an attendee of a meetup. Returns false if the attendee doesn't have this order.
   */
  removeOrder(invitationKey: string, uid: string, orderKey: string): Promise<boolean>;
  /** Removes a user from all invitations, and raises the calendar sequence numbers of these invitations. */
  removeAllOf(uid: string): Promise<void>;
}

/**
 * Creates the repository of attendees. With the connection of a transaction, all its queries run in that transaction.
 */
export const createAttendeeRepository = (databaseConnection: Connection): AttendeeRepository => {
  const knex = knexOf(databaseConnection);
  const queryInvitations = () => knex('invitation');
  const queryAttendees = () => knex<AttendeeRow>('invitation_attendee');

  return {
    listKeysOf: async (uid) =>
      (
        await queryAttendees()
          .where({ uid })
          .orderBy([{ column: 'date', order: 'desc' }, 'invitation_key'])
          .select('invitation_key')
      ).map((attendeeRow) => attendeeRow.invitation_key),
    async listKeysBetween({ owner, guest, from }) {
      const invitationKeyRows = await queryAttendees()
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
      return invitationKeyRows.map(({ invitation_key }) => invitation_key);
    },
    async findCoAttendees(uid, otherUids) {
      const ownInvitationKeys = queryAttendees().where({ uid }).select('invitation_key');
      return new Set(
        (
          await queryAttendees()
            .whereIn('uid', [...otherUids])
            .whereIn('invitation_key', ownInvitationKeys)
            .distinct('uid')
        ).map((attendeeRow) => attendeeRow.uid),
      );
    },
    async findMailingOwners(guestUids, mailedAfterMs) {
      const mailingOwnerRows = await queryAttendees()
        .join('invitation', 'invitation.key', 'invitation_attendee.invitation_key')
        .whereIn('invitation_attendee.uid', [...guestUids])
        .andWhere('invitation_attendee.mailed_at', '>', mailedAfterMs)
        .whereNot('invitation.owner_uid', knex.ref('invitation_attendee.uid'))
        .select<{ uid: string; owner_uid: string }[]>('invitation_attendee.uid', 'invitation.owner_uid');
      const ownersByGuest = new Map<string, string[]>();
      for (const { uid, owner_uid } of mailingOwnerRows)
        ownersByGuest.set(uid, [...(ownersByGuest.get(uid) ?? []), owner_uid]);
      return ownersByGuest;
    },
    async findListPosition(uid, invitationKey) {
      const attendeeRow = await queryAttendees().where({ invitation_key: invitationKey, uid }).first('date');
      return attendeeRow === undefined ? null : { key: invitationKey, date: Number(attendeeRow.date) };
    },

    async putAnswer({ key, date }, { uid, status }) {
      const lastPositionRow = await queryAttendees()
        .where({ invitation_key: key })
        .max<{ position: number | null }>({ position: 'position' })
        .first();
      await queryAttendees()
        .insert({ invitation_key: key, uid, date, position: (lastPositionRow?.position ?? -1) + 1, status })
        .onConflict(['invitation_key', 'uid'])
        .merge(['status']);
    },
    async putMailed(invitationKey, uids, now) {
      await queryAttendees()
        .where({ invitation_key: invitationKey })
        .whereIn('uid', [...uids])
        .update({ mailed_at: now });
    },
    async putOrder(invitationKey, uid, orderKey) {
      return (
        (await queryAttendees()
          .where({ invitation_key: invitationKey, uid, order_key: null })
          .update({ order_key: orderKey })) > 0
      );
    },
    async removeOrder(invitationKey, uid, orderKey) {
      return (
        (await queryAttendees()
          .where({ invitation_key: invitationKey, uid, order_key: orderKey })
          .update({ order_key: null })) > 0
      );
    },
    async removeAllOf(uid) {
      const attendeeCondition = { uid };
      await queryInvitations()
        .whereIn('key', queryAttendees().where(attendeeCondition).select('invitation_key'))
        .update({ sequence: knex.raw('sequence + 1') });
      await queryAttendees().where(attendeeCondition).delete();
    },
  };
};
