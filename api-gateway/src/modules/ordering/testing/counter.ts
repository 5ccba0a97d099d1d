import { Order, OrderAnswer } from '@mahlzeit/contract';
import type { Discount, Offer, Restaurant } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import type { Clock } from '../../../platform';
import type { TestGateway } from '../../../platform/testing/test-gateway';
import {
  createCatalogRepository,
  createPromotionRepository,
  createRestaurantRepository,
} from '../../discovery/testing/repositories';
import type { HttpAnswer, TestPerson } from '../../identity/testing/people';
import { storeUser } from '../../identity/testing/stored-people';
import { createPaymentUserRepository } from '../repositories/payment-user-repository';

/** Key of the dish that the restaurant of the tests offers today. */
export const DISH_KEY = 'linsencurry';
/** Key of a drink with a deposit that the restaurant of the tests offers. */
export const DRINK_KEY = 'apfelschorle';
/** Key of the restaurant at which the diners of the tests order. */
export const RESTAURANT_KEY = 'elbkantine';

const OPENING_HOURS = { 1: [], 2: [], 3: [{ start: '11:00', end: '15:00' }], 4: [], 5: [], 6: [], 7: [] };

/** The part of a test gateway that gives access to its database. */
type WithDatabase = Pick<TestGateway, 'database'>;

/** The part of a test gateway that gives access to its sandbox, which replaces the payment providers. */
type WithSandbox = Pick<TestGateway, 'sandboxUrl'>;

/**
 * Creates a restaurant for tests that takes payments, with a dish for 8.90 € and a drink for 2.50 € with a deposit of
 * 0.25 €.
 */
export const insertPayingRestaurant = async (
  { database }: WithDatabase,
  { place, dish }: { readonly place: Restaurant; readonly dish: Offer },
): Promise<void> =>
  database.write(async ({ knex }) => {
    const { name, routingName, type, logo, tagIds, address, location, media, data } = place;
    const restaurantKey = RESTAURANT_KEY;
    const restaurant = {
      key: restaurantKey,
      name,
      routingName,
      type,
      logo,
      tagIds,
      address,
      location,
      media,
      data,
      hasPayment: true,
      openingHours: OPENING_HOURS,
      openingHoursText: null,
      lunchTimes: { ...OPENING_HOURS, 3: [] },
      restTime: null,
      orderForerunMinutes: 10,
      activeSince: null,
      premiumStart: null,
      premiumEnd: null,
      onlyTakeAway: false,
      ordersPausedUntil: null,
      companyId: null,
    };
    await createRestaurantRepository(knex).insert(restaurant, { source: 'test', sourceId: restaurantKey });
    await knex('restaurant')
      .where({ key: restaurantKey })
      .update({ payment_user_id: 'demo-legal-elbkantine', payment_wallet_id: 'demo-wallet-elbkantine' });
    const [mainMealType] = await createCatalogRepository(knex).findMealTypes();
    const storedOfferOf = (
      offerOverrides: Partial<Offer>,
    ): { readonly restaurantKey: string; readonly source: null; readonly offer: Offer } => ({
      restaurantKey: RESTAURANT_KEY,
      source: null,
      offer: { ...dish, typeKey: mainMealType?.key ?? '', unit: null, deposit: null, ...offerOverrides },
    });
    await createCatalogRepository(knex).putOffers([
      storedOfferOf({ key: DISH_KEY, name: 'Linsencurry', price: 890, vatType: 'FOOD' }),
      storedOfferOf({ key: DRINK_KEY, name: 'Apfelschorle', price: 250, vatType: 'DRINK', deposit: 25 }),
    ]);
  });

/** Creates a voucher for tests that is valid today, for all users and restaurants. */
export const putVoucher = (
  { database, clock }: WithDatabase & { readonly clock: Pick<Clock, 'now'> },
  voucherDiscount: Discount,
): Promise<void> =>
  database.write(async ({ knex }) => {
    await createPromotionRepository(knex).putDiscount({
      owners: null,
      used: 0,
      fields: {
        ...voucherDiscount,
        companyRef: null,
        restaurantRef: null,
        mealRef: null,
        start: clock.now() - 1000,
        end: clock.now() + 86_400_000,
      },
    });
  });

/** Deletes a discount with its uses, and creates it again under the same key. */
export const renewVoucher = async (
  voucherGateway: WithDatabase & { readonly clock: Pick<Clock, 'now'> },
  voucherDiscount: Discount,
): Promise<void> => {
  await voucherGateway.database.write(({ knex }) =>
    createPromotionRepository(knex).deleteDiscount(voucherDiscount.key),
  );
  await putVoucher(voucherGateway, voucherDiscount);
};

/** Schema of an entry in the sandbox's list of payments and refunds at all providers. */
const LedgerEntry = z.object({
  provider: z.string(),
  kind: z.string(),
  status: z.string(),
  amount: z.number(),
  reference: z.string(),
  payInId: z.string(),
});
export type LedgerEntry = z.infer<typeof LedgerEntry>;

/** Reads all payments and refunds from the sandbox's list. */
export const readLedger = async ({ sandboxUrl }: WithSandbox): Promise<LedgerEntry[]> =>
  z.array(LedgerEntry).parse(await (await fetch(`${sandboxUrl}/psp/ledger`)).json());

/** Reads the payments and refunds of one order from the sandbox's list. */
export const ledgerOf = async (sandboxGateway: WithSandbox, orderKey: string): Promise<LedgerEntry[]> =>
  (await readLedger(sandboxGateway)).filter(({ reference }) => reference === orderKey);

/** Computes the paid minus the refunded money of payments and refunds, in cents. */
export const balanceOf = (ledgerEntries: readonly LedgerEntry[]): number =>
  ledgerEntries
    .filter(({ status }) => status === 'SUCCEEDED')
    .reduce((balanceCents, { kind, amount }) => balanceCents + (kind === 'refund' ? -amount : amount), 0);

/** Returns the money that the diner has paid for an order and that was not refunded, in cents. */
export const chargedFor = async (sandboxGateway: WithSandbox, orderKey: string): Promise<number> =>
  balanceOf(await ledgerOf(sandboxGateway, orderKey));

/** Makes the sandbox inject a fault into the next matching provider request. */
export const injectFault = async ({ sandboxUrl }: WithSandbox, sandboxFault: object): Promise<void> => {
  const faultResponse = await fetch(`${sandboxUrl}/psp/faults`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ count: 1, ...sandboxFault }),
  });
  if (!faultResponse.ok) throw new Error(`The sandbox refuses the fault: ${faultResponse.status}`);
};

/** Moves the sandbox's clock just past the gateway's time, and waits until all due jobs are finished. */
export const runDueJobs = async ({
  sandboxUrl,
  clock,
}: WithSandbox & { readonly clock: Pick<Clock, 'now'> }): Promise<void> => {
  await fetch(`${sandboxUrl}/clock`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ now: clock.now() + 1 }),
  });
};

/** Runs all due jobs, as `runDueJobs` does, and then the jobs that these have enqueued. */
export const runDueAndEnqueuedJobs = async (
  gateway: WithSandbox & Pick<TestGateway, 'clock' | 'catchUp'>,
): Promise<void> => {
  await runDueJobs(gateway);
  await gateway.catchUp();
};

/**
 * Presses a button on the page of a payment provider or bank in the sandbox. Returns the URL to which the page
 * redirects.
 */
export const pressButton = async (buttonPageUrl: string, buttonResult: string): Promise<URL> => {
  const buttonResponse = await fetch(buttonPageUrl, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ result: buttonResult }),
  });
  return new URL(buttonResponse.headers.get('Location') ?? '');
};

/** A verified user of a test who has cards and places orders. */
export interface OrderingDiner extends TestPerson {
  readonly uid: string;
  /** Returns an order form: one portion of the dish to take away at 12:30, paid by card. */
  form(overrides?: object): object;
  place(form?: object, key?: string): Promise<HttpAnswer>;
  /** Places an order, even the same order again. Throws if the order is refused. */
  placeOrder(form?: object): Promise<OrderAnswer>;
  order(key: string): Promise<Order>;
}

/** Verifies a user's e-mail address, and registers them as a payment user with cards. */
export const registerPaymentUser = (
  { database }: WithDatabase,
  { uid, name }: { readonly uid: string; readonly name: string },
): Promise<void> =>
  database.write(async ({ knex }) => {
    await knex('user').where({ uid }).update({ is_email_verified: true });
    await createPaymentUserRepository(knex).put({
      key: uid,
      mangoPayData: { Id: `demo-payer-${name}`, defaultCardId: `demo-card-${name}-frictionless` },
      firstName: 'Anna',
      lastName: 'Gast',
    });
  });

/** Returns the order form of a user: one portion of the dish to take away at 12:30, paid by card. */
export const orderForm = (dinerName: string, formOverrides: object = {}): object => ({
  restaurantId: RESTAURANT_KEY,
  paymentOption: 'card',
  debitedCardId: `demo-card-${dinerName}-frictionless`,
  meetUp: '',
  meetUpDate: Date.parse('2026-06-24T12:30:00+02:00'),
  isTakeAway: true,
  items: [{ mealKey: DISH_KEY, amount: 1, price: 890 }],
  totalPrice: 890,
  ...formOverrides,
});

let dinerCount = 0;

/** Stores a verified user with cards. */
export const createOrderingDiner = async (gateway: TestGateway): Promise<OrderingDiner> => {
  dinerCount += 1;
  const dinerName = `gast${dinerCount}`;
  const person = await storeUser(gateway, `${dinerName}@mahlzeit.test`);
  const { uid } = person.account;
  await registerPaymentUser(gateway, { uid, name: dinerName });
  const form = (formOverrides: object = {}): object => orderForm(dinerName, formOverrides);
  const postOrder = (body: object = form(), idempotencyKey?: string): Promise<HttpAnswer> =>
    person.browser.call('POST', '/api/payment/orders', {
      token: person.idToken,
      body,
      ...(idempotencyKey === undefined ? {} : { headers: { 'Idempotency-Key': idempotencyKey } }),
    });
  return {
    ...person,
    uid,
    form,
    place: postOrder,
    async placeOrder(orderBody = form()) {
      const { status, body } = await postOrder({ isRepeatConfirmed: true, ...orderBody });
      if (status !== 200) throw new Error(`The order is refused: ${status} ${JSON.stringify(body)}`);
      return OrderAnswer.parse(body);
    },
    async order(requestedOrderKey) {
      const { status, body } = await person.call('GET', `/api/payment/orders/${requestedOrderKey}`);
      if (status !== 200) throw new Error(`The order is not found: ${status} ${JSON.stringify(body)}`);
      return Order.parse(body);
    },
  };
};
