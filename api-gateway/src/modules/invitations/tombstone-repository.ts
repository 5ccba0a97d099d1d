import type { Connection } from '../../platform';
import { knexOf } from '../../platform/database/knex-of';
import type { ListPosition } from './invitation-repository';

interface TombstoneRow {
  readonly invitation_key: string;
  readonly uid: string;
  readonly date: number | string;
}

/** Repository that remembers removed invitations („tombstones“), one row for each user who attended the invitation. */
export interface TombstoneRepository {
  /**
   * Returns the position that a removed invitation had in the list of a user who attended it; null if the removal isn't
   * stored.
   */
  findListPosition(uid: string, key: string): Promise<ListPosition | null>;
  /** Checks whether a user attended an invitation that was removed. */
  has(uid: string, key: string): Promise<boolean>;
  /** Returns the removed invitations that a user attended, the oldest meetup first. */
  listOf(uid: string): Promise<ListPosition[]>;
  /**
   * Stores for each of these users that the invitation was removed. For all other users it looks as if the invitation
   * never existed.
   */
  add(invitation: ListPosition, uids: readonly string[]): Promise<void>;
  removeAllOf(uid: string): Promise<void>;
  /** Forgets up to `limit` removed invitations whose meetups were before `before`. Returns how many were forgotten. */
  removeOldTombstones(range: { readonly before: number; readonly limit: number }): Promise<number>;
}

/** Creates the repository of removed invitations on a connection or in a transaction. */
export const createTombstoneRepository = (connection: Connection): TombstoneRepository => {
  const knex = knexOf(connection);
  const tombstoneTable = () => knex<TombstoneRow>('invitation_tombstone');

  return {
    async findListPosition(uid, invitationKey) {
      const tombstoneRow = await tombstoneTable().where({ invitation_key: invitationKey, uid }).first('date');
      return tombstoneRow === undefined ? null : { key: invitationKey, date: Number(tombstoneRow.date) };
    },
    has: async (uid, invitationKey) =>
      (await tombstoneTable().where({ invitation_key: invitationKey, uid }).first('uid')) !== undefined,
    listOf: async (uid) =>
      (await tombstoneTable().where({ uid }).orderBy(['date', 'invitation_key'])).map(({ invitation_key, date }) => ({
        key: invitation_key,
        date: Number(date),
      })),

    async add({ key, date }, uids) {
      const newTombstoneRows = uids.map((uid) => ({ invitation_key: key, uid, date }));
      if (newTombstoneRows.length > 0)
        await tombstoneTable().insert(newTombstoneRows).onConflict(['invitation_key', 'uid']).ignore();
    },

    async removeAllOf(uid) {
      await tombstoneTable().where({ uid }).delete();
    },
    async removeOldTombstones({ before, limit }) {
      const oldRows = await tombstoneTable()
        .where('date', '<', before)
        .orderBy('date')
        .limit(limit)
        .select('invitation_key');
      return tombstoneTable()
        .whereIn(
          'invitation_key',
          oldRows.map(({ invitation_key }) => invitation_key),
        )
        .delete();
    },
  };
};
