import { isPostgresRun } from '../../platform/testing/postgres-run';
import { openPaymentTestContext } from './testing/payment-test-context';

const testContext = openPaymentTestContext();

const readSeries = async (name: string): Promise<readonly string[]> =>
  (await (await fetch(`${testContext.gateway.url}/metrics`)).text())
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) && !line.endsWith(' 0'));

it('count orders by payment and acceptance, payments that are still asked about, and refunds', async () => {
  const { gateway, diner } = testContext;
  await diner.placeOrder();
  await diner.placeOrder(testContext.challenged());
  gateway.clock.advance(30_000);
  expect(await readSeries('mahlzeit_orders')).toEqual([
    'mahlzeit_orders{status="CREATED",accepted="false"} 1',
    'mahlzeit_orders{status="SUCCEEDED",accepted="false"} 1',
  ]);
  expect(await readSeries('mahlzeit_payments_open')).toEqual([
    'mahlzeit_payments_open{provider="mangopay",state="PENDING"} 1',
  ]);
  expect(await readSeries('mahlzeit_payments_open_age_seconds')).toEqual([
    'mahlzeit_payments_open_age_seconds{provider="mangopay",state="PENDING"} 30',
  ]);
  expect(await readSeries('mahlzeit_refunds')).toEqual([]);
  // Orders of earlier days don't count any more.
  gateway.clock.advance(48 * 3_600_000);
  expect(await readSeries('mahlzeit_orders')).toEqual([]);
});

it('count in indexes, so that a read costs the same after years', async () => {
  if (isPostgresRun()) return;
  const { knex } = testContext.gateway.database;
  const queries = [
    "select count(*) from customer_order where payment_status in ('FAILED') and meet_up_at >= 1",
    "select count(*) from order_refund where state in ('REQUESTED') and created_at >= 1",
    'select count(*) from payment_attempt where check_at > 0',
  ];
  for (const query of queries)
    expect(await knex.raw(`explain query plan ${query}`)).toMatchObject([
      { detail: expect.stringMatching(/^SEARCH \w+ USING (COVERING )?INDEX/) },
    ]);
});
