import { anOffer, aRestaurant } from '@mahlzeit/contract/fixtures';
import { pino } from 'pino';
import * as z from 'zod/mini';
import { insertableRow } from '../../../platform/testing/stored-rows';
import { testGateways } from '../../../platform/testing/test-gateway';
import type { TestGateway } from '../../../platform/testing/test-gateway';
import {
  chargedFor,
  pressButton,
  injectFault,
  ledgerOf,
  insertPayingRestaurant,
  createOrderingDiner,
  runDueJobs,
} from '../testing/counter';
import type { OrderingDiner } from '../testing/counter';
import { createAttemptRepository } from '../repositories/attempt-repository';
import type { PaymentAttempt } from '../repositories/attempt-repository';
import { createReconciliation } from './payment-jobs';

const MINUTE_MS = 60_000;

const gateways = testGateways();
let gateway: TestGateway;
let diner: OrderingDiner;
beforeEach(async () => {
  gateway = await gateways.start();
  await insertPayingRestaurant(gateway, { place: aRestaurant(), dish: anOffer() });
  diner = await createOrderingDiner(gateway);
});

const paypalForm = () => diner.form({ paymentOption: 'paypal', debitedCardId: null });

/** Creates due payment attempts of a provider, each with its own order. */
const insertDueAttempts = async (provider: PaymentAttempt['provider'], attemptCount: number): Promise<void> => {
  const { orderKey } = await diner.placeOrder(
    diner.form({ debitedCardId: `demo-card-${diner.email.split('@')[0]}-challenge` }),
  );
  const order = await gateway.database.knex('customer_order').where({ key: orderKey }).first();
  const attemptRow = await gateway.database.knex('payment_attempt').where({ order_key: orderKey }).first();
  await gateway.database.write(async ({ knex }) => {
    await knex('payment_attempt').where({ order_key: orderKey }).update({ check_at: null, state: 'FAILED' });
    for (let index = 0; index < attemptCount; index += 1) {
      const dueOrderKey = `${provider}-${index}`;
      await knex('customer_order').insert({
        ...insertableRow(order),
        key: dueOrderKey,
        number: `${provider}-${index}`,
      });
      await knex('payment_attempt').insert({
        ...insertableRow(attemptRow),
        key: `versuch-${dueOrderKey}`,
        order_key: dueOrderKey,
        provider,
        provider_id: dueOrderKey,
        state: 'UNKNOWN',
        check_at: 1,
      });
    }
  });
};

/** Creates reconciliation on this database; `finaliseAttempt` replaces the real check of a payment. */
const createReconciliationWith = (finaliseAttempt: (attempt: PaymentAttempt) => Promise<void>) =>
  createReconciliation({
    database: gateway.database,
    clock: gateway.clock,
    log: pino({ level: 'silent' }),
    payments: {
      async finalise(_steps, attempt) {
        await finaliseAttempt(attempt);
        await gateway.database.write(({ knex }) =>
          createAttemptRepository(knex).putOff([attempt.key], gateway.clock.realNow() + MINUTE_MS),
        );
        return attempt;
      },
    },
  });

describe('reconciliation', () => {
  it('asks one provider while the other hangs', async () => {
    await insertDueAttempts('mangopay', 20);
    await insertDueAttempts('paypal', 60);
    const readAttemptKeys: string[] = [];
    let finishHangingRead: () => void = () => undefined;
    const hangingRead = new Promise<void>((resolve) => {
      finishHangingRead = resolve;
    });
    const hangingReconciliation = createReconciliationWith(async ({ key, provider }) => {
      if (provider === 'mangopay') return hangingRead;
      readAttemptKeys.push(key);
    }).run();
    while (readAttemptKeys.length < 60) await new Promise(setImmediate);
    finishHangingRead();
    await hangingReconciliation;
    expect(new Set(readAttemptKeys).size).toBe(60);
  });

  it('ends when its gateway stops, and leaves the rest to the next run', async () => {
    await insertDueAttempts('paypal', 30);
    const stopController = new AbortController();
    const readAttemptKeys: string[] = [];
    await createReconciliationWith(async ({ key }) => {
      readAttemptKeys.push(key);
      stopController.abort();
    }).run(stopController.signal);
    expect(readAttemptKeys.length).toBeLessThanOrEqual(8);
    await createReconciliationWith(async ({ key }) => void readAttemptKeys.push(key)).run();
    expect(new Set(readAttemptKeys).size).toBe(30);
  });

  it.each([
    ['state', 'VERHANDELT'],
    ['provider', 'klarna'],
    ['request', '{"of":"another release"}'],
  ])('comes to all others where one has a %s that this release doesn’t know', async (columnName, value) => {
    await insertDueAttempts('paypal', 3);
    await gateway.database.write(({ knex }) =>
      knex('payment_attempt')
        .where({ key: 'versuch-paypal-0' })
        .update({ [columnName]: value }),
    );
    const readAttemptKeys: string[] = [];
    const reconciliationJob = createReconciliationWith(async ({ key }) => void readAttemptKeys.push(key));
    await reconciliationJob.run();
    await reconciliationJob.run();
    expect(readAttemptKeys.filter((attemptKey) => attemptKey !== 'versuch-paypal-0').sort()).toEqual([
      'versuch-paypal-1',
      'versuch-paypal-2',
    ]);
    const dueAttempts = await gateway.database.knex('payment_attempt').where('check_at', '<=', gateway.clock.realNow());
    expect(dueAttempts).toEqual([]);
  });
});

describe('an unanswered capture', () => {
  const captureWithFault = async (faultTiming: 'beforeCommit' | 'afterCommit') => {
    const orderAnswer = await diner.placeOrder(paypalForm());
    await pressButton(orderAnswer.links[0]?.href ?? '', 'approve');
    await injectFault(gateway, { provider: 'paypal', operation: 'capture', when: faultTiming, kind: 'drop' });
    expect((await diner.call('POST', `/api/payment/orders/${orderAnswer.Id}/capture`, {})).status).toBe(503);
    return orderAnswer;
  };
  /** Moves the clock past the time of the meal, and runs reconciliation. */
  const passMealTime = async (): Promise<void> => {
    gateway.clock.moveTo(Date.parse('2026-06-24T15:30:00+02:00'));
    gateway.clock.advance(MINUTE_MS);
    for (let tickIndex = 0; tickIndex < 3; tickIndex += 1) await runDueJobs(gateway);
  };

  it('takes no money once its meal is over, and is given up', async () => {
    const { orderKey } = await captureWithFault('beforeCommit');
    await passMealTime();
    expect([(await diner.order(orderKey)).paymentStatus, await ledgerOf(gateway, orderKey)]).toEqual(['FAILED', []]);
  });

  it('takes no money where the diner repeats it after the meal', async () => {
    const { Id: payInId, orderKey } = await captureWithFault('beforeCommit');
    gateway.clock.moveTo(Date.parse('2026-06-24T15:30:00+02:00'));
    expect((await diner.call('POST', `/api/payment/orders/${payInId}/capture`, {})).status).toBe(402);
    expect([(await diner.order(orderKey)).paymentStatus, await ledgerOf(gateway, orderKey)]).toEqual(['FAILED', []]);
  });

  it('is refunded where it has taken the money and its meal is over', async () => {
    const { orderKey } = await captureWithFault('afterCommit');
    await passMealTime();
    expect([
      (await diner.order(orderKey)).paymentStatus,
      await chargedFor(gateway, orderKey),
      (await ledgerOf(gateway, orderKey)).length,
    ]).toEqual(['FAILED', 0, 2]);
  });

  it('is repeated while its meal is still to come', async () => {
    const { orderKey } = await captureWithFault('beforeCommit');
    gateway.clock.advance(MINUTE_MS);
    await runDueJobs(gateway);
    expect([(await diner.order(orderKey)).paymentStatus, await chargedFor(gateway, orderKey)]).toEqual([
      'SUCCEEDED',
      890,
    ]);
  });
});

it('begins no payment where the diner repeats the order after its meal', async () => {
  await injectFault(gateway, { operation: 'payin', when: 'beforeCommit', kind: 'drop' });
  const form = diner.form();
  expect((await diner.place(form, 'bestellung-a')).status).toBe(503);
  gateway.clock.moveTo(Date.parse('2026-06-24T15:30:00+02:00'));
  await diner.place(form, 'bestellung-a');
  const order: unknown = await gateway.database.knex('customer_order').where({ uid: diner.uid }).first();
  expect(await ledgerOf(gateway, z.object({ key: z.string() }).parse(order).key)).toEqual([]);
});
