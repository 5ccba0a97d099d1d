import type { PaymentUser } from '@mahlzeit/contract';
import { readInChunks } from '../../../platform';
import type { Connection } from '../../../platform';
import { knexOf } from '../../../platform/database/knex-of';

interface PaymentUserRow {
  readonly uid: string;
  readonly provider_id: string;
  readonly default_card_id: string | null;
  readonly first_name: string;
  readonly last_name: string;
}

/** Who a diner is with the card payment provider. */
export interface PaymentUserRepository {
  find(uid: string): Promise<PaymentUser | null>;
  /** The names that they pay by, of those who are known. */
  findNames(uids: readonly string[]): Promise<ReadonlyMap<string, Pick<PaymentUser, 'firstName' | 'lastName'>>>;
  /** Adds one, or replaces what is known. */
  put(user: PaymentUser): Promise<void>;
  remove(uid: string): Promise<void>;
  /** Chooses the card that is charged by default, where it is still `instead` that was. */
  changeDefaultCard(uid: string, cardId: string | null, instead: string | null): Promise<void>;
  /** Chooses it whatever was chosen before. */
  chooseDefaultCard(uid: string, cardId: string): Promise<void>;
  /** The key under which they are being made known to the provider; null: nobody has asked yet. */
  findRequest(uid: string): Promise<string | null>;
  addRequest(uid: string, key: string): Promise<void>;
  /** Ends what was asked under that key. */
  removeRequest(uid: string, key: string): Promise<void>;
}

interface RequestRow {
  readonly uid: string;
  readonly key: string;
}

/** Payment users in the database. */
export const createPaymentUserRepository = (connection: Connection): PaymentUserRepository => {
  const users = () => knexOf(connection)<PaymentUserRow>('payment_user');
  const requests = () => knexOf(connection)<RequestRow>('payment_user_request');
  return {
    async find(uid) {
      const row = await users().where({ uid }).first();
      return row === undefined
        ? null
        : {
            key: row.uid,
            mangoPayData: { Id: row.provider_id, defaultCardId: row.default_card_id },
            firstName: row.first_name,
            lastName: row.last_name,
          };
    },
    async findNames(uids) {
      const rows = await readInChunks(uids, (chunk) =>
        users().whereIn('uid', chunk).select('uid', 'first_name', 'last_name'),
      );
      return new Map(rows.map((row) => [row.uid, { firstName: row.first_name, lastName: row.last_name }]));
    },
    async put({ key, mangoPayData: { Id, defaultCardId }, firstName, lastName }) {
      await users()
        .insert({
          uid: key,
          provider_id: Id,
          default_card_id: defaultCardId,
          first_name: firstName,
          last_name: lastName,
        })
        .onConflict('uid')
        .merge();
    },
    async remove(uid) {
      await users().where({ uid }).delete();
      await requests().where({ uid }).delete();
    },
    async changeDefaultCard(uid, cardId, instead) {
      await users().where({ uid, default_card_id: instead }).update({ default_card_id: cardId });
    },
    async chooseDefaultCard(uid, cardId) {
      await users().where({ uid }).update({ default_card_id: cardId });
    },
    findRequest: async (uid) => (await requests().where({ uid }).first())?.key ?? null,
    async addRequest(uid, key) {
      await requests().insert({ uid, key });
    },
    async removeRequest(uid, key) {
      await requests().where({ uid, key }).delete();
    },
  };
};
