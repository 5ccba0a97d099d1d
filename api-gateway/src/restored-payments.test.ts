import { Order } from '@mahlzeit/contract';
import type { OrderAnswer } from '@mahlzeit/contract';
import { anOffer, aRestaurant } from '@mahlzeit/contract/fixtures';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runBackup } from './backup';
import {
  balanceOf,
  createOrderingDiner,
  injectFault,
  insertPayingRestaurant,
  ledgerOf,
  pressButton,
  readLedger,
  runDueAndEnqueuedJobs,
  type OrderingDiner,
} from './modules/ordering/testing/counter';
import { runPayments } from './payments';
import type { GatewayConfig } from './platform/config/config';
import { runCommand } from './platform/testing/run-command';
import { createEmptyPostgres } from './platform/testing/test-engines';
import { testGateways, type TestGateway } from './platform/testing/test-gateway';
import { runRestore } from './restore';

// Each test starts a gateway twice and runs all of its jobs.
jest.setTimeout(120_000);

const MINUTE_MS = 60_000;

const gateways = testGateways();

/** Removes what a test has made, after it. */
const removals: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const remove of removals.splice(0)) await remove();
});

type PaymentOption = 'card' | 'paypal';

/** A gateway with one restaurant, whose diners order one dish each. */
const openShop = async () => {
  let gateway = await gateways.start();
  await insertPayingRestaurant(gateway, { place: aRestaurant(), dish: anOffer() });
  // Registers the webhooks, without which PayPal records no events.
  await runDueAndEnqueuedJobs(gateway);
  const dinerByOrder = new Map<string, OrderingDiner>();

  const beginOrder = async (option: PaymentOption, registeredDiner?: OrderingDiner): Promise<OrderAnswer> => {
    const diner = registeredDiner ?? (await createOrderingDiner(gateway));
    const challengedCard = `demo-card-${diner.email.split('@')[0]}-challenge`;
    const order = await diner.placeOrder(
      diner.form(
        option === 'card' ? { debitedCardId: challengedCard } : { paymentOption: 'paypal', debitedCardId: null },
      ),
    );
    dinerByOrder.set(order.orderKey, diner);
    return order;
  };

  const pay = async (option: PaymentOption, order: OrderAnswer): Promise<OrderAnswer> => {
    const diner = dinerByOrder.get(order.orderKey);
    await pressButton(
      option === 'card' ? (order.SecureModeRedirectURL ?? '') : (order.links[0]?.href ?? ''),
      option === 'card' ? 'success' : 'approve',
    );
    await (option === 'card'
      ? diner?.call('PUT', `/api/payment/orders/${order.Id}/status`, {})
      : diner?.call('POST', `/api/payment/orders/${order.Id}/capture`, {}));
    return order;
  };

  return {
    get gateway() {
      return gateway;
    },
    beginOrder,
    pay,
    order: async (option: PaymentOption, diner?: OrderingDiner) => pay(option, await beginOrder(option, diner)),
    registerDiner: () => createOrderingDiner(gateway),
    async refund(orderKey: string, amount: number): Promise<number> {
      const response = await fetch(`${gateway.url}/api/partner/orders/${orderKey}/refund`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${gateway.partnerToken}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ amount, reason: 'mistake' }),
      });
      return response.status;
    },
    /** Reads an order as its diner sees it; null if it doesn't exist. */
    async findOrder(orderKey: string): Promise<Order | null> {
      const answer = await dinerByOrder.get(orderKey)?.call('GET', `/api/payment/orders/${orderKey}`);
      return answer?.status === 200 ? Order.parse(answer.body) : null;
    },
    async placeOrder(option: PaymentOption, key?: string) {
      const diner = await createOrderingDiner(gateway);
      return diner.place(
        option === 'card' ? undefined : diner.form({ paymentOption: 'paypal', debitedCardId: null }),
        key,
      );
    },
    backUp: async (): Promise<string> => {
      const file = join(gateway.config.dataDir, 'backup.tar');
      const { config, clock } = gateway;
      await runCommand((output) => runBackup(['--to', file], () => config, output, clock.realNow));
      return file;
    },
    /** Restores a backup over the gateway's database, and starts the gateway again. Returns the restore's output. */
    async restore(file: string): Promise<string> {
      const { config, clock, folder, address } = gateway;
      await gateway.close();
      const restored = await runCommand((output) => runRestore([file, '--force'], () => config, output, clock.realNow));
      gateway = await gateways.start({ folder, clock, environment: { PORT: String(address.port) } });
      return restored.stdout;
    },
    /** Runs the jobs as after 21 seconds. */
    async later(): Promise<void> {
      gateway.clock.advance(21_000);
      await runDueAndEnqueuedJobs(gateway);
    },
    payments: (...commandArguments: string[]) =>
      runCommand((output) => runPayments(commandArguments, () => gateway.config, output, gateway.clock.realNow)),
    clearFaults: () => fetch(`${gateway.sandboxUrl}/psp/faults`, { method: 'DELETE' }),
  };
};

describe('payments after a restore', () => {
  it('each end as an order or a refund, none twice, whenever they were made', async () => {
    const shop = await openShop();
    const before = [];
    for (const option of ['card', 'paypal'] as const)
      before.push({
        option,
        paid: await shop.order(option),
        waiting: await shop.beginOrder(option),
        paidLater: await shop.beginOrder(option),
        refundedLater: await shop.order(option),
      });
    const file = await shop.backUp();
    shop.gateway.clock.advance(MINUTE_MS);
    const lostKeys: string[] = [];
    const gone: OrderAnswer[] = [];
    for (const { option, paidLater, refundedLater } of before) {
      await shop.pay(option, paidLater);
      await shop.refund(refundedLater.orderKey, 300);
      lostKeys.push((await shop.order(option)).orderKey);
      const refunded = await shop.order(option);
      await shop.refund(refunded.orderKey, 890);
      gone.push(refunded);
    }
    await shop.restore(file);
    await shop.later();
    await shop.later();

    for (const { paid, waiting, paidLater, refundedLater } of before) {
      expect(await shop.findOrder(paid.orderKey)).toMatchObject({ paymentStatus: 'SUCCEEDED', refunded: [] });
      expect(await shop.findOrder(waiting.orderKey)).toMatchObject({ paymentStatus: 'CREATED' });
      expect(await shop.findOrder(paidLater.orderKey)).toMatchObject({ paymentStatus: 'SUCCEEDED', refunded: [] });
      expect(await shop.findOrder(refundedLater.orderKey)).toMatchObject({ refunded: [{ amount: 300 }] });
    }
    const { stdout: list } = await shop.payments('list');
    const openLines = list.split('\n').filter((line) => line.includes('  offen  '));
    expect(openLines.map((line) => /Bestellung (\S+)/.exec(line)?.[1]).sort()).toEqual([...lostKeys].sort());
    for (const { orderKey } of gone) expect(await shop.findOrder(orderKey)).toBeNull();

    for (const line of openLines) {
      const [paymentId = ''] = line.split('  ');
      await shop.payments('refund', paymentId);
      await expect(shop.payments('refund', paymentId)).rejects.toMatchObject({ code: 1 });
    }
    await shop.later();
    expect((await shop.payments('list')).stdout).not.toMatch(/ {2}(offen|wird erstattet) {2}/);
    const ledger = await readLedger(shop.gateway);
    for (const orderKey of new Set(ledger.map(({ reference }) => reference))) {
      const order = await shop.findOrder(orderKey);
      const refunded = order?.refunded.reduce((sum, { amount }) => sum + amount, 0) ?? 0;
      const kept = order?.paymentStatus === 'SUCCEEDED' ? order.totalPrice - refunded : 0;
      const entries = await ledgerOf(shop.gateway, orderKey);
      expect([orderKey, balanceOf(entries)]).toEqual([orderKey, kept]);
      expect(entries.filter(({ kind, status }) => kind !== 'refund' && status === 'SUCCEEDED').length).toBeLessThan(2);
    }
  });

  it('are reconciled before their provider takes orders or refunds, each provider by itself', async () => {
    const shop = await openShop();
    const { orderKey } = await shop.order('card');
    await shop.restore(await shop.backUp());
    await injectFault(shop.gateway, {
      ...{ provider: 'mangopay', operation: 'read', when: 'beforeCommit', kind: 'fail', status: 503 },
      count: 1000,
    });
    await shop.later();
    const refusedOrder = await shop.placeOrder('card', 'bestellung-a');
    expect(refusedOrder).toMatchObject({
      status: 503,
      body: { code: 'providerUnavailable', details: { nothingBegun: true, reason: 'reconciling' } },
    });
    expect(refusedOrder.headers.get('Retry-After')).toBe('20');
    expect(await shop.refund(orderKey, 300)).toBe(503);
    expect((await shop.placeOrder('paypal')).status).toBe(200);
    await shop.clearFaults();
    await shop.later();
    expect((await shop.placeOrder('card')).status).toBe(200);
    expect(await shop.refund(orderKey, 300)).toBe(200);
  });

  it('wait for an operator where a hook reports one whose order is lost', async () => {
    const shop = await openShop();
    const file = await shop.backUp();
    shop.gateway.clock.advance(MINUTE_MS);
    const lost = await shop.order('card');
    await shop.restore(file);
    await fetch(
      `${shop.gateway.url}/api/payment/hooks/mangopay?EventType=PAYIN_NORMAL_SUCCEEDED&RessourceId=${lost.Id}&Date=1`,
    );
    await shop.later();
    expect((await shop.payments('list')).stdout).toMatch(
      new RegExp(`^${lost.Id} {2}mangopay {2}8,90.€ {2}offen .*\\n$`),
    );
    expect(balanceOf(await ledgerOf(shop.gateway, lost.orderKey))).toBe(890);
  });

  it('are found again that a bank confirms only after the restore', async () => {
    const shop = await openShop();
    const file = await shop.backUp();
    shop.gateway.clock.advance(MINUTE_MS);
    const waiting = await shop.beginOrder('card');
    await shop.restore(file);
    await shop.later();
    expect((await shop.payments('list')).stdout).toBe('Keine Zahlung ist ohne Bestellung.\n');
    // The hook of the bank's decision is lost.
    await injectFault(shop.gateway, { provider: 'mangopay', operation: 'read', when: 'beforeCommit', kind: 'drop' });
    const { pathname, search } = new URL(waiting.SecureModeRedirectURL ?? '');
    await pressButton(`${shop.gateway.sandboxUrl}${pathname}${search}`, 'success');
    shop.gateway.clock.advance(60 * MINUTE_MS);
    await shop.later();
    await shop.later();
    expect((await shop.payments('list')).stdout).toMatch(new RegExp(`^${waiting.Id} .* offen `));
  });
});

describe('npm run payments -- restore', () => {
  const keptIn = (stdout: string): string => /^Die bisherige Datenbank liegt unter (.*)\.$/m.exec(stdout)?.[1] ?? '';

  it('brings orders back from the database of before, as they were, unless their diner is lost, too', async () => {
    const shop = await openShop();
    const [anna, ben] = [await shop.registerDiner(), await shop.registerDiner()];
    const file = await shop.backUp();
    shop.gateway.clock.advance(MINUTE_MS);
    const orders = [await shop.order('card', anna), await shop.order('paypal', ben)];
    for (const { orderKey } of orders) await shop.refund(orderKey, 300);
    const lostWithDiner = await shop.order('card');
    const formerOrders = await Promise.all(orders.map(({ orderKey }) => shop.findOrder(orderKey)));
    const kept = keptIn(await shop.restore(file));
    await shop.later();

    for (const { Id, orderKey } of orders) {
      expect(await shop.findOrder(orderKey)).toBeNull();
      await shop.payments('restore', Id, kept);
      await expect(shop.payments('restore', Id, kept)).rejects.toMatchObject({ code: 1 });
      await expect(shop.payments('refund', Id)).rejects.toMatchObject({
        stderr: `Über ${Id} ist schon entschieden. „npm run payments -- list“ zeigt, wie.\n`,
      });
    }
    await expect(shop.payments('restore', lostWithDiner.Id, kept)).rejects.toMatchObject({
      stderr: `Das Konto zur Zahlung ${lostWithDiner.Id} gibt es nicht mehr. Erstatte sie.\n`,
    });
    await shop.payments('refund', lostWithDiner.Id);
    await shop.later();
    expect(await Promise.all(orders.map(({ orderKey }) => shop.findOrder(orderKey)))).toEqual(formerOrders);
    const balances = [...orders, lostWithDiner].map(async ({ orderKey }) =>
      balanceOf(await ledgerOf(shop.gateway, orderKey)),
    );
    expect(await Promise.all(balances)).toEqual([590, 590, 0]);
  });

  it('says where the database of before lacks the order, or is missing', async () => {
    const shop = await openShop();
    const file = await shop.backUp();
    shop.gateway.clock.advance(MINUTE_MS);
    const { Id } = await shop.order('card');
    await shop.restore(file);
    await shop.later();
    const { database } = shop.gateway.config;
    await expect(
      shop.payments('restore', Id, database.driver === 'pg' ? 'public' : database.file),
    ).rejects.toMatchObject({
      stderr: `Die bisherige Datenbank enthält keine Bestellung zur Zahlung ${Id}. Erstatte sie.\n`,
    });
    if (database.driver === 'pg') return;
    await expect(shop.payments('restore', Id, '/missing.db')).rejects.toMatchObject({
      stderr: '/missing.db gibt es nicht.\n',
    });
  });
});

describe('npm run restore', () => {
  const restoreElsewhere = async ({ config, folder, clock }: TestGateway, file: string): Promise<string> => {
    const newFolder = mkdtempSync(join(tmpdir(), 'mahlzeit-test-'));
    removals.push(() => rmSync(newFolder, { recursive: true, force: true }));
    cpSync(join(folder, 'secrets'), join(newFolder, 'secrets'), { recursive: true });
    const emptyDatabase =
      config.database.driver === 'pg'
        ? await createEmptyPostgres("template template0 encoding 'UTF8' locale 'C.UTF-8'")
        : null;
    removals.push(async () => emptyDatabase?.remove());
    const database: GatewayConfig['database'] =
      config.database.driver === 'pg'
        ? { ...config.database, url: emptyDatabase?.url ?? '' }
        : { ...config.database, file: join(newFolder, 'mahlzeit.db') };
    const newConfig = { ...config, dataDir: newFolder, database };
    return (await runCommand((output) => runRestore([file], () => newConfig, output, clock.realNow))).stdout;
  };

  it('names the payments whose orders are lost, where the providers answer', async () => {
    const shop = await openShop();
    const file = await shop.backUp();
    const { gateway } = shop;
    gateway.clock.advance(40 * MINUTE_MS);
    const lost = await shop.order('paypal');
    const refunded = await shop.order('card');
    await shop.refund(refunded.orderKey, 890);
    const stdout = await restoreElsewhere(
      { ...gateway, config: { ...gateway.config, payment: gateway.payment } },
      file,
    );
    expect(stdout).toMatch(/^Verloren ist, was seit 2026-06-24T09:30:00\.000Z geschrieben wurde: 0 h 41 min\.$/m);
    expect(stdout).toContain(
      `paypal kennt die Zahlung ${lost.Id} über 8,90\u00A0€ für die verlorene Bestellung ${lost.orderKey}.\n`,
    );
    expect(stdout).toContain('mangopay kennt keine Zahlung für eine verlorene Bestellung.\n');
  });

  it('says so where a provider doesn’t answer, or lists too little', async () => {
    const shop = await openShop();
    const file = await shop.backUp();
    const { gateway } = shop;
    gateway.clock.advance(31 * 24 * 60 * MINUTE_MS);
    await injectFault(gateway, {
      provider: 'mangopay',
      operation: 'read',
      when: 'beforeCommit',
      kind: 'drop',
      count: 99,
    });
    const stdout = await restoreElsewhere(
      { ...gateway, config: { ...gateway.config, payment: gateway.payment } },
      file,
    );
    expect(stdout).toContain('mangopay antwortet nicht. Das Gateway fragt nach seinem Start.\n');
    expect(stdout).toContain('paypal listet Zahlungen erst ab 2026-06-26T09:30:00.000Z auf.');
  });
});

it.each([[[]], [['refund']], [['restore', 'x']], [['list', 'x']], [['drop', 'x']]])(
  'prints the usage of payments for %j',
  async (args) => {
    const readConfig = jest.fn();
    await expect(runCommand((output) => runPayments(args, readConfig, output))).rejects.toMatchObject({
      code: 2,
      stderr: 'Aufruf: npm run payments -- list | refund ZAHLUNG | restore ZAHLUNG BISHERIGE-DATENBANK\n',
    });
    expect(readConfig).not.toHaveBeenCalled();
  },
);
