import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { migrations } from '../../../migrations';
import { openDatabase } from '../database/open-database';
import type { OpenDatabase } from '../database/open-database';
import { createSqliteDialect } from '../database/sqlite-dialect';
import { bundledProgram } from '../testing/bundled-program';
import { findTestOrders, placeTestOrder, ORDER_POINTS } from '../testing/test-orders';
import { STEP_LEASE_MS } from './steps';

jest.setTimeout(120_000);

const ordersProgram = bundledProgram('src/platform/testing/test-orders-main.ts');
const isAddressInfo = (address: AddressInfo | string | null): address is AddressInfo =>
  typeof address === 'object' && address !== null;

/** A gateway in a separate process, which the test kills. */
interface ChildGateway {
  readonly url: string;
  readonly child: ChildProcess;
}

describe('a gateway that is killed in the middle of a request', () => {
  const databaseFolder = mkdtempSync(join(tmpdir(), 'mahlzeit-killed-'));
  const databaseFile = join(databaseFolder, 'test.db');
  const chargedOrders: string[] = [];
  // Fake payment provider, which only records the orders. Like a real provider, it charges one order only once for the
  // same key.
  const paymentProvider = createServer((request, response) => {
    chargedOrders.push((request.url ?? '').slice(1));
    response.end();
  });
  let database: OpenDatabase;
  let providerUrl = '';
  let gateway: ChildGateway;
  let gatewayTime = Date.parse('2026-06-24T09:30:00Z');

  const startChildGateway = async (): Promise<ChildGateway> => {
    const child = spawn(process.execPath, [ordersProgram(), databaseFile, providerUrl, String(gatewayTime)], {
      cwd: join(__dirname, '../../../..'),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    for await (const url of createInterface(child.stdout)) return { url, child };
    throw new Error('the gateway of this test did not start');
  };

  const placeOrder = (idempotencyKey: string, killPoint: string | null) =>
    fetch(`${gateway.url}${placeTestOrder.path}`, {
      method: 'POST',
      headers: {
        Authorization: 'Bearer verified',
        'Content-Type': 'application/json',
        'Idempotency-Key': idempotencyKey,
        ...(killPoint === null ? {} : { 'X-Die-At': killPoint }),
      },
      body: JSON.stringify({ dish: idempotencyKey }),
    });

  beforeAll(async () => {
    database = openDatabase({
      dialect: createSqliteDialect({ file: databaseFile, driver: 'better-sqlite3' }),
      realNow: () => gatewayTime,
    });
    await database.migrate(migrations);
    paymentProvider.listen(0, '127.0.0.1');
    await once(paymentProvider, 'listening');
    const address = paymentProvider.address();
    providerUrl = `http://127.0.0.1:${isAddressInfo(address) ? address.port : 0}`;
    gateway = await startChildGateway();
  });

  afterAll(async () => {
    gateway.child.kill('SIGKILL');
    await new Promise((resolve) => {
      paymentProvider.close(resolve);
      paymentProvider.closeAllConnections();
    });
    await database.close();
    rmSync(databaseFolder, { recursive: true, force: true });
  });

  it.each(ORDER_POINTS)(
    '%s: the next one goes on with what was begun, and begins nothing twice',
    async (orderPoint) => {
      const whenExited = once(gateway.child, 'exit');
      await expect(placeOrder(orderPoint, orderPoint)).rejects.toThrow();
      expect(await whenExited).toEqual([null, 'SIGKILL']);

      gatewayTime += STEP_LEASE_MS;
      gateway = await startChildGateway();
      const retriedResponse = await placeOrder(orderPoint, null);
      const ordersAtPoint = (await findTestOrders(database)).filter(([, dish]) => dish === orderPoint);
      expect(ordersAtPoint).toEqual([[expect.any(String), orderPoint, 'paid']]);
      expect([retriedResponse.status, await retriedResponse.json()]).toEqual([
        200,
        { order: ordersAtPoint[0]?.[0], state: 'paid' },
      ]);
      expect(new Set(chargedOrders)).toEqual(new Set((await findTestOrders(database)).map(([key]) => key)));
      expect(chargedOrders.filter((key) => key === ordersAtPoint[0]?.[0]).length).toBe(
        orderPoint === 'asked' || orderPoint === 'settling' ? 2 : 1,
      );
    },
  );
});
