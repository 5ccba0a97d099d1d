import { err, ok } from '@mahlzeit/contract';
import type { FileAnswer, Result } from '@mahlzeit/contract';
import { berlinDay } from '@mahlzeit/contract/rules';
import { consumeAttempt } from '../../../platform';
import type { Database, PaymentConfig, RateLimiter, RouteError } from '../../../platform';
import { isTestMoney } from '../providers';
import { ownPaidOrder } from '../orders';
import { presentOrder } from '../order-records';
import { createOrderRepository } from '../repositories/order-repository';
import { receiptPaper } from './receipt-paper';
import type { ReceiptPaper } from './receipt-paper';

/** Draws a receipt as PDF; rejects with `unavailable` where there is no room. */
export type DrawReceipt = (paper: ReceiptPaper) => Promise<Uint8Array>;

interface ReceiptDeps {
  readonly database: Database;
  readonly payment: PaymentConfig;
  readonly drawReceipt: DrawReceipt;
  /** Drawings for one person. */
  readonly limiter: RateLimiter;
}

/** Finds the receipt of an order of theirs. */
export type FindReceipt = (
  uid: string,
  orderKey: string,
) => Promise<Result<FileAnswer, RouteError | RouteError['code']>>;

/** Makes what finds receipts. None is kept: as long as nothing goes back, an order's is the same each time. */
export const createReceipts = ({ database, payment, drawReceipt, limiter }: ReceiptDeps): FindReceipt => {
  const paperOf = (
    uid: string,
    orderKey: string,
  ): Promise<Result<ReceiptPaper & { readonly day: string }, RouteError['code']>> =>
    database.read(async (knex) => {
      const stored = ownPaidOrder(await createOrderRepository(knex).find(orderKey), uid);
      if (!stored.ok) return stored;
      const { paymentOption, meetUpAt } = stored.value;
      const order = await presentOrder(knex, stored.value);
      if (order.seller === null) return err('OrderNotFound');
      return ok({
        ...receiptPaper({ order, seller: order.seller, isTest: isTestMoney(payment, paymentOption) }),
        day: berlinDay(meetUpAt),
      });
    });

  return async (uid, orderKey) => {
    const paper = await paperOf(uid, orderKey);
    if (!paper.ok) return paper;
    const admitted = await consumeAttempt(limiter, uid);
    if (!admitted.ok) return admitted;
    const { day, ...drawn } = paper.value;
    return ok({ bytes: await drawReceipt(drawn), name: `beleg-${day}.pdf` });
  };
};
