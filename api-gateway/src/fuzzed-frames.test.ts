import fc from 'fast-check';
import { isLongRun } from './platform/testing/rounds';
import { testGateways } from './platform/testing/test-gateway';
import { framePlans } from './testing/fuzz/frame-plans';
import { createFrameSockets, type FrameSockets } from './testing/fuzz/frame-sockets';
import { createFuzzWorld, MODERATION_TOKEN } from './testing/fuzz/fuzz-world';
import { recordDefects } from './testing/fuzz/record-defects';

jest.setTimeout(3_600_000);

// Number of random frames that the test sends. A short run sends a tenth of them.
const FRAME_COUNT = isLongRun ? 10_000 : 5_000;

describe('the live socket, for generated frames of each reader', () => {
  const gatewayFactory = testGateways();
  const defects = recordDefects();
  let sockets: FrameSockets;

  beforeAll(async () => {
    const gateway = await gatewayFactory.start({
      environment: { MODERATION_TOKEN, LOG_LEVEL: 'error' },
      logDestination: defects,
      // Switches off the rate limits, so that each client sends frames as fast as the gateway answers.
      liveLimits: { frameBurst: 1_000_000, framesPerSecond: 1_000_000 },
    });
    sockets = createFrameSockets(await createFuzzWorld(gateway));
  });

  afterAll(() => sockets.close());

  it('answers within the contract, and its other subscriptions go on', async () => {
    await fc.assert(
      fc.asyncProperty(framePlans, async (plan) => {
        const { sent, faults } = await sockets.send(plan);
        const allFaults = [...faults, ...defects.take()];
        if (allFaults.length > 0) throw new Error([...allFaults, sent].join('\n'));
      }),
      { numRuns: FRAME_COUNT },
    );
  });
});
