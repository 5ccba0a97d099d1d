import { partnerTopic } from '@mahlzeit/contract';
import { forgetChanges } from '../../platform';
import type { PersonalDataProvider } from '../../platform';
import { createPreAuthorizationRepository } from './repositories/pre-authorization-repository';
import type { PreAuthorizations } from './cards';
import { presentOrders } from './order-records';
import { ORDER_REMOVAL_NAME, ORDER_RETENTION_YEARS } from './orders';
import { createOrderRepository } from './repositories/order-repository';
import { createAttemptRepository } from './repositories/attempt-repository';
import { createPaymentUserRepository } from './repositories/payment-user-repository';

const ORDER_RETENTION_TEXT = `${ORDER_RETENTION_YEARS} years after the end of the year (§ 147 AO)`;

/**
 * Creates the provider of personal data in orders. The law requires orders to be kept, so the erasure of a diner
 * removes the diner and their wishes to the kitchen from the orders. The stars of a rating stay for the restaurant:
 * without the diner and the time of the rating they are anonymous.
 */
export const createOrderingPersonalData = ({
  preAuthorizations,
}: {
  readonly preAuthorizations: Pick<PreAuthorizations, 'leave'>;
}): PersonalDataProvider => ({
  name: 'orders',
  personalTables: {
    payment_user_request: {
      purpose: 'creating the diner at the payment provider only once',
      kept: 'until the provider has answered, at most until the erasure',
      deletedBy: ['identity/erasure'],
      columns: {
        uid: { omittedBecause: 'the uid, which the user document has' },
        key: { omittedBecause: 'a random key without meaning' },
      },
    },
    card_pre_authorization: {
      purpose: "storing a card that the diner's bank has approved",
      kept: 'until the diner removes the card, or until the erasure',
      deletedBy: ['identity/erasure'],
      columns: {
        uid: { omittedBecause: 'the uid, which the user document has' },
        card_id: 'orders.cards[].cardId',
        brand: 'orders.cards[].brand',
        provider_id: 'orders.cards[].providerId',
        redirect_url: { omittedBecause: 'an address at the bank that has ended' },
        return_url: { omittedBecause: 'an address of this product without personal data' },
        request: 'orders.cards[].request',
      },
    },
    payment_user: {
      purpose: 'paying with stored cards at the payment provider',
      kept: 'until the erasure',
      deletedBy: ['identity/erasure'],
      columns: {
        uid: 'orders.paymentUser.key',
        provider_id: 'orders.paymentUser.mangoPayData.Id',
        default_card_id: 'orders.paymentUser.mangoPayData.defaultCardId',
        first_name: 'orders.paymentUser.firstName',
        last_name: 'orders.paymentUser.lastName',
      },
    },
    customer_order: {
      purpose: 'orders and their receipts',
      kept: `${ORDER_RETENTION_TEXT}; from the erasure on without the diner`,
      deletedBy: [ORDER_REMOVAL_NAME, 'identity/erasure'],
      columns: {
        uid: { omittedBecause: 'the uid, which the user document has' },
        request_key: { omittedBecause: 'a random key without meaning' },
        debited_card_id: 'orders.orders[].debitedCardId',
        meet_up_key: 'orders.orders[].meetUp',
        items: 'orders.orders[].items',
        stars: 'orders.ratings[].stars',
        rated_at: 'orders.ratings[].at',
      },
    },
    payment_attempt: {
      purpose: 'payments, so that none is made twice and each can be refunded',
      kept: `with their order: ${ORDER_RETENTION_TEXT}`,
      deletedBy: [ORDER_REMOVAL_NAME],
      columns: {
        order_key: 'orders.payments[].orderKey',
        payer_id: 'orders.payments[].payerId',
        provider_id: 'orders.orders[].payInId',
        request: 'orders.payments[].request',
      },
    },
    order_discount: {
      purpose: 'the voucher of an order',
      kept: `with their order: ${ORDER_RETENTION_TEXT}`,
      deletedBy: [ORDER_REMOVAL_NAME],
      columns: { order_key: 'orders.orders[].discount' },
    },
    order_refund: {
      purpose: 'refunds of an order',
      kept: `with their order: ${ORDER_RETENTION_TEXT}`,
      deletedBy: [ORDER_REMOVAL_NAME],
      columns: { order_key: 'orders.orders[].refunded' },
    },
  },
  impersonalTables: ['provider_event', 'counter_presence', 'lost_payment'],
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
      cards: cards.map(({ cardId, brand, state, providerId, request }) => ({
        cardId,
        brand,
        state,
        providerId,
        request,
      })),
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
    // Deletes the logged changes of the partner consoles' live topics, because they contain the diner's name.
    for (const key of restaurantKeys) await forgetChanges(tx.knex, partnerTopic(key));
  },
});
