import { partnerTopic } from '@mahlzeit/contract';
import { forgetChanges } from '../../platform';
import type { PersonalDataProvider } from '../../platform';
import { createPreAuthorizationRepository } from './repositories/pre-authorization-repository';
import type { PreAuthorizations } from './cards';
import { presentOrders } from './order-records';
import { createOrderRepository } from './repositories/order-repository';
import { createAttemptRepository } from './repositories/attempt-repository';
import { createPaymentUserRepository } from './repositories/payment-user-repository';

/**
 * Creates the provider of personal data in orders. The law requires orders to be kept for ten years (§ 147 AO); an
 * erased diner's orders lose the diner and their wishes to the kitchen. The stars of a rating stay for the restaurant:
 * without the diner and the time of the rating they are anonymous.
 */
export const createOrderingPersonalData = ({
  preAuthorizations,
}: {
  readonly preAuthorizations: Pick<PreAuthorizations, 'leave'>;
}): PersonalDataProvider => ({
  name: 'orders',
  personalTables: {
    payment_user_request: ['uid', 'key'],
    card_pre_authorization: ['uid', 'card_id', 'brand', 'provider_id', 'redirect_url', 'return_url', 'request'],
    payment_user: ['uid', 'provider_id', 'default_card_id', 'first_name', 'last_name'],
    customer_order: ['uid', 'request_key', 'debited_card_id', 'meet_up_key', 'items', 'stars', 'rated_at'],
    payment_attempt: ['order_key', 'payer_id', 'provider_id', 'request'],
    order_discount: ['order_key'],
    order_refund: ['order_key'],
  },
  impersonalTables: ['provider_event', 'counter_presence'],
  async export(knex, { uid }) {
    const orders = await createOrderRepository(knex).listOf(uid);
    const paymentAttempts = await createAttemptRepository(knex).listOf(uid);
    const cards = await createPreAuthorizationRepository(knex).listOf(uid);
    return {
      paymentUser: await createPaymentUserRepository(knex).find(uid),
      orders: await presentOrders(knex, orders),
      ratings: orders.flatMap(({ key, rating }) => (rating === null ? [] : [{ orderKey: key, ...rating }])),
      payments: paymentAttempts.map(({ orderKey, provider, payerId, request }) => ({
        orderKey,
        provider,
        payerId,
        request,
      })),
      cards: cards.map(({ cardId, brand, state, request }) => ({ cardId, brand, state, request })),
    };
  },
  async erase(tx, { uid }) {
    const restaurantKeys = new Set(
      (await createOrderRepository(tx.knex).listOf(uid)).map(({ restaurantKey }) => restaurantKey),
    );
    await createAttemptRepository(tx.knex).forgetDiner(uid);
    await createOrderRepository(tx.knex).forgetDiner(uid);
    await preAuthorizations.leave(tx, uid);
    await createPaymentUserRepository(tx.knex).remove(uid);
    // The live topics of the partner consoles contain the diner's name, so the logged changes of these topics are
    // deleted.
    for (const key of restaurantKeys) await forgetChanges(tx.knex, partnerTopic(key));
  },
});
