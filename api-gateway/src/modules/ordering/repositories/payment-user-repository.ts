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

/** Repository of payment users: diners who are registered at the card payment provider. */
export interface PaymentUserRepository {
  find(uid: string): Promise<PaymentUser | null>;
  /** Finds the names with which these users are registered at the provider, by uid. */
  findNames(uids: readonly string[]): Promise<ReadonlyMap<string, Pick<PaymentUser, 'firstName' | 'lastName'>>>;
  /** Stores a payment user, and replaces an earlier one. */
  put(user: PaymentUser): Promise<void>;
  remove(uid: string): Promise<void>;
  /** Changes the default card to `cardId` if it is `currentCardId`; otherwise changes nothing. */
  changeDefaultCard(uid: string, cardId: string | null, currentCardId: string | null): Promise<void>;
  /** Changes the default card, whichever card was the default before. */
  chooseDefaultCard(uid: string, cardId: string): Promise<void>;
  /**
   * Finds the idempotency key with which the gateway is registering a user at the provider; null if no registration is
   * in progress.
   */
  findRequest(uid: string): Promise<string | null>;
  addRequest(uid: string, key: string): Promise<void>;
  /** Removes the idempotency key of a registration that has ended. */
  removeRequest(uid: string, key: string): Promise<void>;
}

interface PaymentUserRequestRow {
  readonly uid: string;
  readonly key: string;
}

/** Creates the repository of payment users on a connection or in a transaction. */
export const createPaymentUserRepository = (connection: Connection): PaymentUserRepository => {
  const paymentUserTable = () => knexOf(connection)<PaymentUserRow>('payment_user');
  const paymentUserRequestTable = () => knexOf(connection)<PaymentUserRequestRow>('payment_user_request');
  return {
    async find(uid) {
      const paymentUserRow = await paymentUserTable().where({ uid }).first();
      return paymentUserRow === undefined
        ? null
        : {
            key: paymentUserRow.uid,
            mangoPayData: { Id: paymentUserRow.provider_id, defaultCardId: paymentUserRow.default_card_id },
            firstName: paymentUserRow.first_name,
            lastName: paymentUserRow.last_name,
          };
    },
    async findNames(uids) {
      const paymentUserRows = await readInChunks(uids, (uidChunk) =>
        paymentUserTable().whereIn('uid', uidChunk).select('uid', 'first_name', 'last_name'),
      );
      return new Map(
        paymentUserRows.map((paymentUserRow) => [
          paymentUserRow.uid,
          { firstName: paymentUserRow.first_name, lastName: paymentUserRow.last_name },
        ]),
      );
    },
    async put({ key, mangoPayData: { Id, defaultCardId }, firstName, lastName }) {
      await paymentUserTable()
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
      await paymentUserTable().where({ uid }).delete();
      await paymentUserRequestTable().where({ uid }).delete();
    },
    async changeDefaultCard(uid, cardId, currentCardId) {
      await paymentUserTable().where({ uid, default_card_id: currentCardId }).update({ default_card_id: cardId });
    },
    async chooseDefaultCard(uid, cardId) {
      await paymentUserTable().where({ uid }).update({ default_card_id: cardId });
    },
    findRequest: async (uid) => (await paymentUserRequestTable().where({ uid }).first())?.key ?? null,
    async addRequest(uid, requestKey) {
      await paymentUserRequestTable().insert({ uid, key: requestKey });
    },
    async removeRequest(uid, requestKey) {
      await paymentUserRequestTable().where({ uid, key: requestKey }).delete();
    },
  };
};
