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
import { LEASE_MS } from './steps';

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
  const folder = mkdtempSync(join(tmpdir(), 'mahlzeit-killed-'));
  const databaseFile = join(folder, 'test.db');
  const chargedOrders: string[] = [];
  // The fake provider only records the orders. Like a real provider, it would charge one order only once under the same
  // key.
  const paymentProvider = createServer((request, response) => {
    chargedOrders.push((request.url ?? '').slice(1));
    response.end();
  });
  let database: OpenDatabase;
  let providerUrl = '';
  let gateway: ChildGateway;
  let now = Date.parse('2026-06-24T09:30:00Z');

  const startChild = async (): Promise<ChildGateway> => {
    const child = spawn(process.execPath, [ordersProgram(), databaseFile, providerUrl, String(now)], {
      cwd: join(__dirname, '../../../..'),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    for await (const url of createInterface(child.stdout)) return { url, child };
    throw new Error('the gateway of this test did not start');
  };

  const placeOrder = (key: string, dieAt: string | null) =>
    fetch(`${gateway.url}${placeTestOrder.path}`, {
      method: 'POST',
      headers: {
        Authorization: 'Bearer verified',
        'Content-Type': 'application/json',
        'Idempotency-Key': key,
        ...(dieAt === null ? {} : { 'X-Die-At': dieAt }),
      },
      body: JSON.stringify({ dish: key }),
    });

  beforeAll(async () => {
    database = openDatabase({
      dialect: createSqliteDialect({ file: databaseFile, driver: 'better-sqlite3' }),
      realNow: () => now,
    });
    await database.migrate(migrations);
    paymentProvider.listen(0, '127.0.0.1');
    await once(paymentProvider, 'listening');
    const address = paymentProvider.address();
    providerUrl = `http://127.0.0.1:${isAddressInfo(address) ? address.port : 0}`;
    gateway = await startChild();
  });

  afterAll(async () => {
    gateway.child.kill('SIGKILL');
    await new Promise((resolve) => {
      paymentProvider.close(resolve);
      paymentProvider.closeAllConnections();
    });
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(ORDER_POINTS)('%s: the next one goes on with what was begun, and begins nothing twice', async (point) => {
    const whenExited = once(gateway.child, 'exit');
    await expect(placeOrder(point, point)).rejects.toThrow();
    expect(await whenExited).toEqual([null, 'SIGKILL']);

    now += LEASE_MS;
    gateway = await startChild();
    const answer = await placeOrder(point, null);
    const orders = (await findTestOrders(database)).filter(([, dish]) => dish === point);
    expect(orders).toEqual([[expect.any(String), point, 'paid']]);
    expect([answer.status, await answer.json()]).toEqual([200, { order: orders[0]?.[0], state: 'paid' }]);
    expect(new Set(chargedOrders)).toEqual(new Set((await findTestOrders(database)).map(([key]) => key)));
    expect(chargedOrders.filter((key) => key === orders[0]?.[0]).length).toBe(
      point === 'asked' || point === 'settling' ? 2 : 1,
    );
  });
});
