import * as z from 'zod/mini';
import { testGateways } from '../../platform/testing/test-gateway';
import { register } from '../identity/testing/people';
import { createOrderRepository } from './repositories/order-repository';
import { createOrderingPersonalData } from './personal-data';

describe('the export of a diner’s orders', () => {
  const gateways = testGateways();

  it('holds all orders, and after the diner leaves nothing leads to them', async () => {
    const gateway = await gateways.start();
    const {
      account: { uid, email },
    } = await register(gateway, 'vielesser@mahlzeit.test');
    await gateway.database.write(async ({ knex }) => {
      for (let index = 0; index < 120; index += 1) {
        await createOrderRepository(knex).insert(
          {
            key: `bestellung-${index}`,
            uid,
            number: `A${index}`,
            day: '2026-06-24',
            restaurantKey: 'elbkantine',
            seller: null,
            paymentOption: 'card',
            debitedCardId: null,
            meetUpAt: index,
            meetUpKey: null,
            isTakeAway: true,
            items: [],
            discount: null,
            vat: {},
            total: 890,
            acceptedAt: null,
            createdAt: index,
            paymentStatus: index % 2 === 0 ? 'SUCCEEDED' : 'FAILED',
          },
          [],
          `anfrage-${index}`,
        );
      }
    });
    const { orders } = z.object({ orders: z.array(z.unknown()) }).parse(
      await gateway.database.read((knex) =>
        createOrderingPersonalData({ preAuthorizations: { leave: async () => undefined } }).export(knex, {
          uid,
          email: email ?? '',
        }),
      ),
    );
    expect(orders).toHaveLength(120);
    // The orders that are kept contain nothing that identifies the erased diner, not even the idempotency keys of their
    // requests.
    await gateway.database.write(({ knex }) => createOrderRepository(knex).forgetDiner(uid));
    expect(await gateway.database.knex('customer_order').whereNotNull('uid').orWhereNotNull('request_key')).toEqual([]);
  });
});
