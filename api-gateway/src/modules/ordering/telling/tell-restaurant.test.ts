import { Restaurant } from '@mahlzeit/contract';
import { anOffer, aRestaurant } from '@mahlzeit/contract/fixtures';
import * as z from 'zod/mini';
import { testGateways } from '../../../platform/testing/test-gateway';
import type { TestGateway } from '../../../platform/testing/test-gateway';
import { createPartnerTokens } from '../../discovery';
import {
  createOrderingDiner,
  DISH_KEY,
  insertPayingRestaurant,
  RESTAURANT_KEY,
  runDueAndEnqueuedJobs,
} from '../testing/counter';
import type { OrderingDiner } from '../testing/counter';

const MINUTE_MS = 60_000;
const GUESTS_ADDRESS = 'moin@elbkantine.test';
const KITCHEN_ADDRESS = 'kueche@elbkantine.test';

const gateways = testGateways();
let gateway: TestGateway;
let diner: OrderingDiner;
let counterToken: string;
const start = async (email: string | null): Promise<void> => {
  gateway = await gateways.start();
  const restaurant = aRestaurant();
  await insertPayingRestaurant(gateway, {
    place: { ...restaurant, data: { ...restaurant.data, contact: { ...restaurant.data.contact, email } } },
    dish: anOffer(),
  });
  const issuedToken = await createPartnerTokens(gateway).issue(RESTAURANT_KEY);
  if (!issuedToken.ok) throw new Error('The restaurant is unknown');
  counterToken = issuedToken.value;
  diner = await createOrderingDiner(gateway);
};

const callPartner = async (
  method: string,
  path: string,
  body: object = {},
): Promise<{ status: number; body: unknown }> => {
  const response = await fetch(`${gateway.url}/api/partner/${path}`, {
    method,
    headers: { Authorization: `Bearer ${counterToken}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
};
const nameChannels = (...addresses: readonly string[]) =>
  callPartner('PUT', `restaurants/${RESTAURANT_KEY}`, {
    orderChannels: addresses.map((address) => ({ kind: 'email', address })),
  });
const subjectsTo = async (address: string): Promise<string[]> =>
  z
    .array(z.object({ subject: z.string() }))
    .parse(await (await fetch(`${gateway.sandboxUrl}/mail?to=${address}`)).json())
    .map(({ subject }) => subject.replace(/[A-Z]\d{3}/, 'K'));
const letMinutesPass = async (minutes: number): Promise<void> => {
  gateway.clock.advance(minutes * MINUTE_MS);
  await runDueAndEnqueuedJobs(gateway);
};
const NEWS = 'Neue Bestellung K für 12:30 Uhr';
const REPEATED_NEWS = 'Noch offen: Bestellung K für 12:30 Uhr';

describe('a restaurant whose console is closed', () => {
  it('gets an order by e-mail at once, again after three minutes, and after six by the ways that it has named', async () => {
    await start(GUESTS_ADDRESS);
    expect((await nameChannels(KITCHEN_ADDRESS)).status).toBe(200);
    const formWithWish = { items: [{ mealKey: DISH_KEY, amount: 1, price: 890, comments: 'ohne Koriander' }] };
    await diner.placeOrder(diner.form(formWithWish));
    await letMinutesPass(0);
    expect(await subjectsTo(GUESTS_ADDRESS)).toEqual([NEWS]);
    await letMinutesPass(2);
    expect(await subjectsTo(GUESTS_ADDRESS)).toEqual([NEWS]);
    await letMinutesPass(1);
    expect((await subjectsTo(GUESTS_ADDRESS)).toSorted()).toEqual([REPEATED_NEWS, NEWS].toSorted());
    expect(await subjectsTo(KITCHEN_ADDRESS)).toEqual([]);
    await letMinutesPass(3);
    expect(await subjectsTo(KITCHEN_ADDRESS)).toEqual([REPEATED_NEWS]);
    expect(await subjectsTo(GUESTS_ADDRESS)).toHaveLength(2);
  });

  it.each(['accept', 'refund'])('gets no more e-mails after an answer: %s', async (answer) => {
    await start(GUESTS_ADDRESS);
    await nameChannels(KITCHEN_ADDRESS);
    const { orderKey } = await diner.placeOrder();
    await letMinutesPass(0);
    const refund = { amount: 890, reason: 'restaurant_declined_no_capacity' };
    expect((await callPartner('POST', `orders/${orderKey}/${answer}`, answer === 'refund' ? refund : {})).status).toBe(
      200,
    );
    await letMinutesPass(3);
    await letMinutesPass(3);
    expect([await subjectsTo(GUESTS_ADDRESS), await subjectsTo(KITCHEN_ADDRESS)]).toEqual([[NEWS], []]);
  });

  it('is told by its further ways at once where it has no address for guests', async () => {
    await start(null);
    await nameChannels(KITCHEN_ADDRESS, 'chef@elbkantine.test');
    await diner.placeOrder();
    await letMinutesPass(0);
    await letMinutesPass(3);
    await letMinutesPass(3);
    for (const address of [KITCHEN_ADDRESS, 'chef@elbkantine.test'])
      expect((await subjectsTo(address)).toSorted()).toEqual([REPEATED_NEWS, NEWS].toSorted());
  });
});

describe('a restaurant whose console is open', () => {
  it('gets the first e-mail after three minutes without an answer', async () => {
    await start(GUESTS_ADDRESS);
    expect((await callPartner('POST', 'counter')).status).toBe(200);
    await diner.placeOrder();
    await letMinutesPass(0);
    expect(await subjectsTo(GUESTS_ADDRESS)).toEqual([]);
    await letMinutesPass(3);
    expect(await subjectsTo(GUESTS_ADDRESS)).toEqual([REPEATED_NEWS]);
  });

  it('counts as closed two and a half minutes after its last report', async () => {
    await start(GUESTS_ADDRESS);
    await callPartner('POST', 'counter');
    gateway.clock.advance(2.5 * MINUTE_MS);
    await diner.placeOrder();
    await letMinutesPass(0);
    expect(await subjectsTo(GUESTS_ADDRESS)).toEqual([NEWS]);
  });
});

describe('a restaurant that can’t be told', () => {
  const presentedRestaurant = async (): Promise<Restaurant> =>
    Restaurant.parse((await diner.call('GET', `/api/restaurants/${RESTAURANT_KEY}`)).body);

  it('takes no orders until it names a way, on its page and at the gateway alike', async () => {
    await start(null);
    expect(await presentedRestaurant()).toMatchObject({ canReceiveOrders: false, hasOrderableMeals: false });
    expect(await diner.place()).toMatchObject({ status: 409, body: { code: 'restaurantUnreachable' } });
    await nameChannels(KITCHEN_ADDRESS);
    expect(await presentedRestaurant()).toMatchObject({ canReceiveOrders: true, hasOrderableMeals: true });
    expect(JSON.stringify(await presentedRestaurant())).not.toContain(KITCHEN_ADDRESS);
    expect((await diner.place()).status).toBe(200);
  });

  it('takes no new orders during a pause, and takes them again after it', async () => {
    await start(GUESTS_ADDRESS);
    const ordersPausedUntil = gateway.clock.now() + 5 * MINUTE_MS;
    await callPartner('PUT', `restaurants/${RESTAURANT_KEY}`, { ordersPausedUntil });
    expect(await presentedRestaurant()).toMatchObject({ ordersPausedUntil, hasOrderableMeals: true });
    expect(await diner.place()).toMatchObject({ status: 409, body: { code: 'ordersPaused' } });
    gateway.clock.advance(5 * MINUTE_MS);
    expect((await diner.place()).status).toBe(200);
  });
});
