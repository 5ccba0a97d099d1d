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

/** An order that a seed adds: paid by card, with a final payment. Total and VAT are computed from its items. */
export interface OrderDraft extends Pick<
  StoredOrder,
  'key' | 'number' | 'restaurantKey' | 'debitedCardId' | 'meetUpAt' | 'isTakeAway' | 'acceptedAt' | 'createdAt'
> {
  readonly uid: string;
  readonly items: readonly Omit<CartItem, 'key' | 'vat' | 'refundedAmount'>[];
  readonly refunds: readonly Pick<StoredRefund, 'amount' | 'reason' | 'createdAt'>[];
  /** Returns the provider's id of a payment with this total in cents. */
  payInId(total: number): string;
}

const orderFromDraft = async (
  tx: WriteTransaction,
  { items: draftItems, refunds: _refunds, payInId: _payInId, ...fields }: OrderDraft,
): Promise<NewOrder> => {
  const day = orderDay(fields.meetUpAt);
  const vatTypes = await findVatTypes(tx.knex, day);
  const vatRateOfType = (vatType: CartItem['vatType']): number => vatRateOf(vatTypes, vatType, fields.isTakeAway) ?? 0;
  const items = draftItems.map((item, index) => ({
    ...item,
    key: `zeile-${index + 1}`,
    vat: vatRateOfType(item.vatType),
    refundedAmount: 0,
  }));
  return {
    ...fields,
    day,
    seller: await findSeller(tx.knex, { ...fields, seller: null }),
    paymentOption: 'card',
    meetUpKey: null,
    items,
    discount: null,
    vat: vatByType(items, { voucher: null, rateOf: vatRateOfType }),
    total: totalPrice(items, null),
    paymentStatus: 'SUCCEEDED',
  };
};

/** Checks whether a draft can be stored: its diner exists, and neither its key nor its number is used. */
const canStoreDraft = async (
  tx: WriteTransaction,
  { key, uid, restaurantKey, meetUpAt, number }: OrderDraft,
): Promise<boolean> => {
  const orders = createOrderRepository(tx.knex);
  if ((await findEmail(tx.knex, uid)) === null || (await orders.find(key)) !== null) return false;
  return !(await orders.findNumbers(restaurantKey, orderDay(meetUpAt))).has(number);
};

/** Stores orders with final payments and refunds. Orders that exist stay as they are. */
export const seedOrders = async (tx: WriteTransaction, drafts: readonly OrderDraft[]): Promise<void> => {
  for (const draft of drafts) {
    const payer = await createPaymentUserRepository(tx.knex).find(draft.uid);
    if (payer === null || !(await canStoreDraft(tx, draft))) continue;
    const orders = createOrderRepository(tx.knex);
    const order = await orderFromDraft(tx, draft);
    await orders.insert(order, []);
    const payInId = draft.payInId(order.total);
    await createAttemptRepository(tx.knex).insert({
      key: draft.key,
      orderKey: draft.key,
      provider: describeOption(order.paymentOption).provider,
      state: 'SUCCEEDED',
      payerId: payer.mangoPayData.Id,
      providerId: payInId,
      refundableId: payInId,
      redirectUrl: null,
      code: null,
      request: null,
      begunAt: draft.createdAt,
      checkAt: null,
      checks: 0,
    });
    for (const [index, refund] of draft.refunds.entries()) {
      const key = `${draft.key}-refund-${index + 1}`;
      await createRefundRepository(tx.knex).insert({
        ...refund,
        key,
        orderKey: draft.key,
        state: 'SUCCEEDED',
        providerKey: key,
        providerId: key,
        isAutomatic: false,
        code: null,
        items: [],
      });
    }
    // Marking the order as watched keeps the jobs from reminding the restaurant of it or refunding it.
    await orders.markWatched(draft.key);
    await recordOrder(tx, { ...order, rating: null });
  }
};

/** Stores the payment users of a seed. */
export const seedPaymentUsers = async (tx: WriteTransaction, users: readonly PaymentUser[]): Promise<void> => {
  for (const user of users) await createPaymentUserRepository(tx.knex).put(user);
};
