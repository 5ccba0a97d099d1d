import fc from 'fast-check';
import { isLongRun } from './platform/testing/rounds';
import { testGateways } from './platform/testing/test-gateway';
import { createFuzzWorld, MODERATION_TOKEN, type FuzzWorld } from './testing/fuzz/fuzz-world';
import { createRawClient, type RawClient } from './testing/fuzz/raw-client';
import { recordDefects } from './testing/fuzz/record-defects';
import { requestPlans } from './testing/fuzz/request-plans';
import { describeExchange, faultsOf, sendPlan } from './testing/fuzz/send-plan';

jest.setTimeout(7_200_000);

// Number of random requests that the test sends. A short run sends a tenth of them.
const REQUEST_COUNT = isLongRun ? 90_000 : 45_000;

/** Minimum share of the random requests that must succeed, because refusals alone would prove little. */
const MIN_SUCCESS_SHARE = 0.2;

describe('each route, for generated requests of each caller', () => {
  const gatewayFactory = testGateways();
  const defects = recordDefects();
  let world: FuzzWorld;
  let client: RawClient;

  beforeAll(async () => {
    const gateway = await gatewayFactory.start({
      environment: { MODERATION_TOKEN, LOG_LEVEL: 'error' },
      logDestination: defects,
    });
    world = await createFuzzWorld(gateway);
    client = createRawClient(gateway.url);
  });

  afterAll(() => client.close());

  it('answers within the contract, with no failure and nothing of others', async () => {
    const counts = { sent: 0, succeeded: 0 };
    await fc.assert(
      fc.asyncProperty(requestPlans, async (plan) => {
        world.gateway.clock.advance(1);
        const exchange = await sendPlan(plan, world, client);
        counts.sent += 1;
        if (exchange.response.status === 200) counts.succeeded += 1;
        const faults = [...faultsOf(exchange, world), ...defects.take()];
        if (Object.hasOwn(Object.prototype, 'isPolluted')) faults.push('the prototype of all objects is polluted');
        if (faults.length > 0) throw new Error([...faults, describeExchange(exchange)].join('\n'));
      }),
      { numRuns: REQUEST_COUNT },
    );
    expect(counts.succeeded / counts.sent).toBeGreaterThan(MIN_SUCCESS_SHARE);
  });
});
