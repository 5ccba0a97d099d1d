import { anOffer, aRestaurant } from '@mahlzeit/contract/fixtures';
import * as z from 'zod/mini';
import { testGateways } from '../../../platform/testing/test-gateway';
import type { TestGateway } from '../../../platform/testing/test-gateway';
import { createRestaurantRepository } from '../../discovery';
import { giveFault, ledgerOf, openKitchen, orderingDiner, PLACE, tick } from '../testing/counter';
import type { OrderingDiner } from '../testing/counter';

const MINUTE = 60_000;
const AT = Date.parse('2026-06-24T12:30:00+02:00');

const gateways = testGateways();
let gateway: TestGateway;
let diner: OrderingDiner;
const start = async (options: { readonly folder?: string; readonly now?: number } = {}): Promise<TestGateway> => {
  const started = await gateways.start(options);
  if (options.folder === undefined) await openKitchen(started, { place: aRestaurant({ data: { ...aRestaurant().data, contact: { phoneNumber: null, email: 'kueche@elbkantine.test', web: null, reservationUrl: null } } }), dish: anOffer() });
  return started;
};
beforeEach(async () => {
  gateway = await start();
  diner = await orderingDiner(gateway);
});

const at = async (minutes: number): Promise<void> => {
  gateway.clock.moveTo(AT + minutes * MINUTE);
  await tick(gateway);
  await tick(gateway);
};
const accept = (orderKey: string): Promise<void> => gateway.database.write(async ({ knex }) => {
  await knex('customer_order').where({ key: orderKey }).update({ accepted_at: gateway.clock.now() });
});
const refund = (orderKey: string, amount: number): Promise<Response> => fetch(`${gateway.url}/api/partner/orders/${orderKey}/refund`, {
  method: 'POST', headers: { Authorization: `Bearer ${gateway.partnerToken}`, 'Content-Type': 'application/json' }, body: JSON.stringify({ amount, reason: 'mistake' }),
});
const reminders = async (): Promise<{ subject: string; text: string }[]> => z.array(z.object({ subject: z.string(), text: z.string() })).parse(await (await fetch(`${gateway.sandboxUrl}/mail?to=kueche@elbkantine.test`)).json());
const given = async (orderKey: string): Promise<number[]> => (await ledgerOf(gateway, orderKey)).filter(({ kind, status }) => kind === 'refund' && status === 'SUCCEEDED').map(({ amount }) => amount);
const shown = async (orderKey: string) => (await diner.order(orderKey)).refunded.map(({ amount, reason }) => [amount, reason]);
const NO_REACTION = 'restaurant_declined_no_reaction';

describe('an order that nobody has accepted', () => {
  it('is called to mind once, ten minutes before its time', async () => {
    const { orderKey } = await diner.ordered();
    await at(-11);
    expect(await reminders()).toEqual([]);
    await at(-10);
    await at(-9);
    const { orderId } = await diner.order(orderKey);
    expect(await reminders()).toMatchObject([{ subject: `Bestellung ${orderId} für 12:30 Uhr ist noch nicht angenommen`, text: expect.stringMatching(/Linsencurry[^]*Um 13:00 Uhr bekommt euer Gast/) }]);
  });

  it('is given back whole half an hour after its time, once', async () => {
    const { orderKey } = await diner.ordered();
    await at(29);
    expect(await given(orderKey)).toEqual([]);
    await at(30);
    await at(31);
    expect([await given(orderKey), await shown(orderKey), (await diner.order(orderKey)).status]).toEqual([[890], [[890, NO_REACTION]], 'CanceledByRestaurant']);
  });

  it('is given back as far as it was not before', async () => {
    const { orderKey } = await diner.ordered();
    await refund(orderKey, 300);
    await at(30);
    expect(await shown(orderKey)).toEqual([[300, 'mistake'], [590, NO_REACTION]]);
  });

  it('is given back under another key where its provider has refused, for as long as it takes', async () => {
    const { orderKey } = await diner.ordered();
    await giveFault(gateway, { operation: 'refund', when: 'beforeCommit', kind: 'fail', resultCode: '001999', count: 2 });
    await at(30);
    for (let tries = 0; tries < 3; tries += 1) {
      gateway.clock.advance(MINUTE);
      await tick(gateway);
    }
    expect([await given(orderKey), await shown(orderKey)]).toEqual([[890], [[890, NO_REACTION]]]);
  });

  it('is seen to by the gateway that comes back too late', async () => {
    const { orderKey } = await diner.ordered();
    const { folder } = gateway;
    await gateway.close();
    gateway = await start({ folder, now: AT + 90 * MINUTE });
    await tick(gateway);
    await tick(gateway);
    expect([await given(orderKey), await reminders()]).toEqual([[890], []]);
  });

  it('and was paid before anything looked after it is found, unless its time has come', async () => {
    const [early, late] = [await diner.ordered(), await (await orderingDiner(gateway)).ordered()];
    await gateway.database.write(async ({ knex }) => {
      await knex('job').where('kind', 'like', 'ordering/%').delete();
      await knex('customer_order').update({ is_watched: false });
      await knex('customer_order').where({ key: late.orderKey }).update({ meet_up_at: gateway.clock.now() - MINUTE });
    });
    await at(-5);
    await at(30);
    expect([await given(early.orderKey), await given(late.orderKey), (await reminders()).length]).toEqual([[890], [], 1]);
  });

  it('of a place without an address for mails is given back all the same', async () => {
    const place = await createRestaurantRepository(gateway.database.knex).find(PLACE);
    await gateway.database.write(({ knex }) => knex('restaurant').where({ key: PLACE }).update({ data: JSON.stringify({ ...place?.data, contact: { phoneNumber: null, email: null, web: null, reservationUrl: null } }) }));
    const { orderKey } = await diner.ordered();
    await at(-10);
    await at(30);
    expect([await reminders(), await given(orderKey)]).toEqual([[], [890]]);
  });
});

describe('an order is left alone', () => {
  it('that was accepted meanwhile', async () => {
    const { orderKey } = await diner.ordered();
    await accept(orderKey);
    await at(-10);
    await at(30);
    expect([await reminders(), await given(orderKey)]).toEqual([[], []]);
  });

  it('that was given back whole', async () => {
    const { orderKey } = await diner.ordered();
    await refund(orderKey, 890);
    await at(-10);
    await at(30);
    expect([await reminders(), await shown(orderKey)]).toEqual([[], [[890, 'mistake']]]);
  });

  it('that was never paid', async () => {
    const { orderKey } = await diner.ordered(diner.form({ debitedCardId: `demo-card-${diner.email.split('@')[0]}-challenge` }));
    await at(-10);
    await at(30);
    expect([await reminders(), await ledgerOf(gateway, orderKey)]).toMatchObject([[], [{ kind: 'payin' }]]);
  });
});
