import type { CartItem, PaymentUser } from '@mahlzeit/contract';
import { totalPrice, vatByType, vatRateOf } from '@mahlzeit/contract/rules';
import type { WriteTransaction } from '../../../platform';
import { findVatTypes } from '../../discovery';
import { findEmail } from '../../identity';
import { describeOption } from '../providers';
import { createAttemptRepository } from '../repositories/attempt-repository';
import { createPaymentUserRepository } from '../repositories/payment-user-repository';
import { orderDay } from './order-checks';
import { findSeller, recordOrder } from '../order-records';
import { createOrderRepository } from '../repositories/order-repository';
import { createRefundRepository } from '../repositories/refund-repository';
import type { NewOrder, StoredOrder } from '../repositories/order-repository';
import type { StoredRefund } from '../repositories/refund-repository';

/**
 * An order in the seed data of a new database: paid by card, with a final payment. Total and VAT are computed from its
 * items.
 */
export interface OrderDraft extends Pick<
  StoredOrder,
  'key' | 'number' | 'restaurantKey' | 'debitedCardId' | 'meetUpAt' | 'isTakeAway' | 'acceptedAt' | 'createdAt'
> {
  readonly uid: string;
  readonly items: readonly Omit<CartItem, 'key' | 'vat' | 'refundedAmount'>[];
  readonly refunds: readonly Pick<StoredRefund, 'amount' | 'reason' | 'createdAt'>[];
  /** Returns the card payment provider's id of a payment with this total in cents. */
  payInId(total: number): string;
}

const orderFromDraft = async (
  tx: WriteTransaction,
  { items: draftItems, refunds: _refunds, payInId: _payInId, ...fields }: OrderDraft,
): Promise<NewOrder> => {
  const mealDay = orderDay(fields.meetUpAt);
  const vatTypes = await findVatTypes(tx.knex, mealDay);
  const vatRateOfType = (vatType: CartItem['vatType']): number => vatRateOf(vatTypes, vatType, fields.isTakeAway) ?? 0;
  const cartItems = draftItems.map((orderItem, index) => ({
    ...orderItem,
    key: `zeile-${index + 1}`,
    vat: vatRateOfType(orderItem.vatType),
    refundedAmount: 0,
  }));
  return {
    ...fields,
    day: mealDay,
    seller: await findSeller(tx.knex, { ...fields, seller: null }),
    paymentOption: 'card',
    meetUpKey: null,
    items: cartItems,
    discount: null,
    vat: vatByType(cartItems, { voucher: null, rateOf: vatRateOfType }),
    total: totalPrice(cartItems, null),
    paymentStatus: 'SUCCEEDED',
  };
};

/**
 * Checks whether an order of the seed data can be stored: its diner exists, and neither its key nor its number is used.
 */
const canStoreDraft = async (
  tx: WriteTransaction,
  { key, uid, restaurantKey, meetUpAt, number }: OrderDraft,
): Promise<boolean> => {
  const orders = createOrderRepository(tx.knex);
  if ((await findEmail(tx.knex, uid)) === null || (await orders.find(key)) !== null) return false;
  return !(await orders.findNumbers(restaurantKey, orderDay(meetUpAt))).has(number);
};

/** Stores orders of the seed data, with final payments and refunds. Orders that exist stay as they are. */
export const seedOrders = async (tx: WriteTransaction, orderDrafts: readonly OrderDraft[]): Promise<void> => {
  for (const orderDraft of orderDrafts) {
    const paymentUser = await createPaymentUserRepository(tx.knex).find(orderDraft.uid);
    if (paymentUser === null || !(await canStoreDraft(tx, orderDraft))) continue;
    const orders = createOrderRepository(tx.knex);
    const order = await orderFromDraft(tx, orderDraft);
    await orders.insert(order, []);
    const payInId = orderDraft.payInId(order.total);
    await createAttemptRepository(tx.knex).insert({
      key: orderDraft.key,
      orderKey: orderDraft.key,
      provider: describeOption(order.paymentOption).provider,
      state: 'SUCCEEDED',
      payerId: paymentUser.mangoPayData.Id,
      providerId: payInId,
      refundableId: payInId,
      redirectUrl: null,
      code: null,
      request: null,
      begunAt: orderDraft.createdAt,
      checkAt: null,
      checks: 0,
    });
    for (const [index, refund] of orderDraft.refunds.entries()) {
      const refundKey = `${orderDraft.key}-refund-${index + 1}`;
      await createRefundRepository(tx.knex).insert({
        ...refund,
        key: refundKey,
        orderKey: orderDraft.key,
        state: 'SUCCEEDED',
        providerKey: refundKey,
        providerId: refundKey,
        isAutomatic: false,
        code: null,
        items: [],
      });
    }
    // Marks the order as watched, so that no job reminds the restaurant of it or refunds it.
    await orders.markWatched(orderDraft.key);
    await recordOrder(tx, { ...order, isMeetUpLost: false, rating: null });
  }
};

/** Stores the payment users in the seed data of a new database: diners who can pay by card. */
export const seedPaymentUsers = async (tx: WriteTransaction, paymentUsers: readonly PaymentUser[]): Promise<void> => {
  for (const user of paymentUsers) await createPaymentUserRepository(tx.knex).put(user);
};
