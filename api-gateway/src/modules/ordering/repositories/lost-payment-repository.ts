import type { Cents } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import type { Connection } from '../../../platform';
import { knexOf } from '../../../platform/database/knex-of';

/**
 * OPEN: an operator has to decide. REFUNDING: a job refunds the payment. REFUNDED: the whole money is back. RESTORED:
 * the order is here again.
 */
const LostPaymentState = z.enum(['OPEN', 'REFUNDING', 'REFUNDED', 'RESTORED']);
type LostPaymentState = z.infer<typeof LostPaymentState>;

/** A payment that has taken money for an order which a restore has lost. */
export interface LostPayment {
  readonly provider: string;
  /** Id of the payment at its provider. */
  readonly paymentId: string;
  /** Key of the lost order, as the provider has it. */
  readonly reference: string;
  readonly amount: Cents;
  /** Part of the amount that is already refunded. */
  readonly refunded: Cents;
  readonly state: LostPaymentState;
  /** Real instant at which the payment was found, in epoch milliseconds. */
  readonly foundAt: number;
}

interface LostPaymentRow {
  readonly provider: string;
  readonly payment_id: string;
  readonly reference: string;
  readonly amount: number;
  readonly refunded: number;
  readonly state: string;
  readonly found_at: number | string;
}

const lostPaymentOf = (row: LostPaymentRow): LostPayment => ({
  provider: row.provider,
  paymentId: row.payment_id,
  reference: row.reference,
  amount: row.amount,
  refunded: row.refunded,
  state: LostPaymentState.parse(row.state),
  foundAt: Number(row.found_at),
});

/** Payments whose orders a restore has lost. */
export interface LostPaymentRepository {
  /** Lists all lost payments, those that wait for a decision first. */
  list(): Promise<LostPayment[]>;
  /** Finds a lost payment by its id at the provider; null for an unknown id. */
  find(paymentId: string): Promise<LostPayment | null>;
  countOpen(): Promise<number>;
  /** Stores a lost payment. Returns false if it was already stored. */
  insert(
    lostPayment: Pick<LostPayment, 'provider' | 'paymentId' | 'reference' | 'amount' | 'foundAt'>,
  ): Promise<boolean>;
  /** Stores how much of a payment is refunded. A payment that is refunded in full needs no decision any more. */
  setRefunded(payment: Pick<LostPayment, 'provider' | 'paymentId'>, refunded: Cents): Promise<void>;
  /** Changes the state of a payment. Returns false if the payment has another state than `from`. */
  changeState(
    payment: Pick<LostPayment, 'provider' | 'paymentId'>,
    from: LostPaymentState,
    to: LostPaymentState,
  ): Promise<boolean>;
}

/** Creates the repository of lost payments on a connection or in a transaction. */
export const createLostPaymentRepository = (connection: Connection): LostPaymentRepository => {
  const lostPayments = () => knexOf(connection)<LostPaymentRow>('lost_payment');
  const rowOf = ({ provider, paymentId }: Pick<LostPayment, 'provider' | 'paymentId'>) =>
    lostPayments().where({ provider, payment_id: paymentId });

  return {
    async list() {
      const listed = (await lostPayments().orderBy(['found_at', 'payment_id'])).map(lostPaymentOf);
      return [...listed.filter(({ state }) => state === 'OPEN'), ...listed.filter(({ state }) => state !== 'OPEN')];
    },

    async find(paymentId) {
      const row = await lostPayments().where({ payment_id: paymentId }).first();
      return row === undefined ? null : lostPaymentOf(row);
    },

    countOpen: async () => (await lostPayments().where({ state: 'OPEN' }).select('payment_id')).length,

    async insert({ provider, paymentId, reference, amount, foundAt }) {
      const inserted = await lostPayments()
        .insert({ provider, payment_id: paymentId, reference, amount, refunded: 0, state: 'OPEN', found_at: foundAt })
        .onConflict(['provider', 'payment_id'])
        .ignore()
        .returning('payment_id');
      return inserted.length > 0;
    },

    async setRefunded(payment, refunded) {
      await rowOf(payment).update({ refunded });
      await rowOf(payment).where({ state: 'OPEN' }).andWhere('amount', '<=', refunded).update({ state: 'REFUNDED' });
    },

    changeState: async (payment, from, to) => (await rowOf(payment).where({ state: from }).update({ state: to })) > 0,
  };
};
