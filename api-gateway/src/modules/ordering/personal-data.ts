import { partnerTopic } from '@mahlzeit/contract';
import { forgetChanges } from '../../platform';
import type { PersonalDataProvider } from '../../platform';
import { presentOrders } from './orders/order-records';
import { createOrderRepository } from './orders/order-repository';
import { createAttemptRepository } from './payments/attempt-repository';
import { createPaymentUserRepository } from './payments/payment-user-repository';

/** What this module stores of a user. Orders stay for ten years, because the law wants it (§ 147 AO), and lead to nobody any more: not by what was written to the kitchen either. */
export const orderingPersonalData: PersonalDataProvider = {
  name: 'orders',
  personalTables: {
    payment_user: ['uid', 'provider_id', 'default_card_id', 'first_name', 'last_name'],
    customer_order: ['uid', 'debited_card_id', 'meet_up_key', 'items'],
    payment_attempt: ['order_key', 'payer_id', 'provider_id', 'request'],
    order_discount: ['order_key'],
    order_refund: ['order_key'],
  },
  impersonalTables: ['provider_event'],
  async export(knex, { uid }) {
    const orders = await createOrderRepository(knex).listOf(uid);
    const attempts = await createAttemptRepository(knex).listOf(uid);
    return { paymentUser: await createPaymentUserRepository(knex).find(uid), orders: await presentOrders(knex, orders), payments: attempts.map(({ orderKey, provider, payerId, request }) => ({ orderKey, provider, payerId, request })) };
  },
  async erase(tx, { uid }) {
    const restaurants = new Set((await createOrderRepository(tx.knex).listOf(uid)).map(({ restaurantKey }) => restaurantKey));
    await createAttemptRepository(tx.knex).forgetDiner(uid);
    await createOrderRepository(tx.knex).forgetDiner(uid);
    await createPaymentUserRepository(tx.knex).remove(uid);
    // Their name was called at the counters: what is told there begins anew without it.
    for (const key of restaurants) await forgetChanges(tx.knex, partnerTopic(key));
  },
};
