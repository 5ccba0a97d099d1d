import { err, ok } from '@mahlzeit/contract';
import type { FileAnswer, Result } from '@mahlzeit/contract';
import { berlinDay } from '@mahlzeit/contract/rules';
import { consumeAttempt } from '../../../platform';
import type { Database, PaymentConfig, RateLimiter, RouteError } from '../../../platform';
import { isTestMoney } from '../providers';
import { checkOwnPaidOrder } from '../orders';
import { presentOrder } from '../order-records';
import { createOrderRepository } from '../repositories/order-repository';
import { receiptPaperOf } from './receipt-paper';
import type { ReceiptPaper } from './receipt-paper';

/**
 * Type of the function that draws a receipt as PDF. It rejects with `unavailable` if too many receipts wait to be
 * drawn.
 */
export type DrawReceipt = (paperResult: ReceiptPaper) => Promise<Uint8Array>;

interface ReceiptDeps {
  readonly database: Database;
  readonly payment: PaymentConfig;
  readonly drawReceipt: DrawReceipt;
  /** Limits the receipts that one user requests. */
  readonly limiter: RateLimiter;
}

/** Type of the function that draws the receipt of an order; only for the user's own paid order. */
export type FindReceipt = (
  uid: string,
  orderKey: string,
) => Promise<Result<FileAnswer, RouteError | RouteError['code']>>;

/**
 * Creates the function that draws receipts. Receipts aren't stored: each request draws the receipt again, and it stays
 * the same until the order is refunded.
 */
export const createReceipts = ({ database, payment, drawReceipt, limiter }: ReceiptDeps): FindReceipt => {
  const findPaper = (
    uid: string,
    orderKey: string,
  ): Promise<Result<ReceiptPaper & { readonly fileDay: string }, RouteError['code']>> =>
    database.read(async (knex) => {
      const storedOrder = checkOwnPaidOrder(await createOrderRepository(knex).find(orderKey), uid);
      if (!storedOrder.ok) return storedOrder;
      const { paymentOption, meetUpAt } = storedOrder.value;
      const order = await presentOrder(knex, storedOrder.value);
      if (order.seller === null) return err('OrderNotFound');
      return ok({
        ...receiptPaperOf({ order, seller: order.seller, isTest: isTestMoney(payment, paymentOption) }),
        fileDay: berlinDay(meetUpAt),
      });
    });

  return async (uid, orderKey) => {
    const paperResult = await findPaper(uid, orderKey);
    if (!paperResult.ok) return paperResult;
    const attemptAdmission = await consumeAttempt(limiter, uid);
    if (!attemptAdmission.ok) return attemptAdmission;
    const { fileDay, ...drawnFields } = paperResult.value;
    return ok({ bytes: await drawReceipt(drawnFields), name: `beleg-${fileDay}.pdf` });
  };
};
