import { parseArgs } from 'node:util';
import { setTimeout as delay } from 'node:timers/promises';
import { createRandomGenerator } from '../world/synthetic-places';
import { createDeadLetters } from '../../api-gateway/src/platform/jobs/job-queue';
import { buildProduct } from '../world/product';
import { planRound } from './fault-plan';
import type { FaultWorld } from './fault-world';
import { startFaultWorld } from './fault-world';
import type { PlayedRound } from './play-round';
import { createDiner } from './diner';
import { playRound } from './play-round';
import { countUnsettled, checkRounds } from './verdict';

const MINUTE_MS = 60_000;
/**
 * Steps by which the clock moves after the last round. Together they pass each moment at which the gateway checks a
 * payment again.
 */
const CLOCK_STEPS_MS = [1, 3, 5, 16, 35, 61, 5, 1].map((minutes) => minutes * MINUTE_MS);
/** Gateways of a run with `--cluster`. */
const CLUSTER_GATEWAYS = 2;
const MAX_SETTLE_MS = 25_000;
const POLL_INTERVAL_MS = 500;

/**
 * Queues the refunds again that a provider has refused, as an operator does (docs/operations.md). A fault that refuses
 * a refund may hit the gateway's own refund of a payment that comes too late.
 */
const retryRefusedRefunds = ({ database, clock }: FaultWorld): Promise<number> =>
  createDeadLetters({ database, clock }).retry('ordering/refund');

const waitUntilSettled = async (world: FaultWorld): Promise<void> => {
  await fetch(`${world.sandboxUrl}/psp/faults`, { method: 'DELETE' });
  const retriedRefundCount = await retryRefusedRefunds(world);
  console.error(`faults: ${retriedRefundCount} refused refunds were queued again`);
  for (const clockStepMs of CLOCK_STEPS_MS) {
    await world.passTime(clockStepMs);
    const settleDeadlineMs = performance.now() + MAX_SETTLE_MS;
    // The gateway asks the providers about open payments when it starts, and every twenty seconds afterwards.
    do await delay(POLL_INTERVAL_MS);
    while ((await countUnsettled(world)) > 0 && performance.now() < settleDeadlineMs);
  }
};

const runFaults = async (): Promise<boolean> => {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      rounds: { type: 'string', default: '500' },
      diners: { type: 'string', default: '25' },
      cluster: { type: 'boolean', default: false },
    },
  });
  const [randomSeed, roundCount, dinerCount] = [Number(values.seed), Number(values.rounds), Number(values.diners)];
  const randomSource = createRandomGenerator(randomSeed);
  const roundPlans = Array.from({ length: roundCount }, (_, roundNumber) => planRound(roundNumber, randomSource));
  console.error(`faults: seed ${randomSeed}`);
  buildProduct('gateway');
  const runStartMs = performance.now();
  const world = await startFaultWorld((errorLine) => console.error(errorLine), values.cluster ? CLUSTER_GATEWAYS : 1);
  try {
    const diners = [];
    for (let index = 0; index < dinerCount; index += 1) diners.push(await createDiner(world, `gast${index}`));
    const playedRounds: PlayedRound[] = [];
    const remainingPlans = roundPlans.values();
    await Promise.all(
      diners.map(async (diner) => {
        for (const roundPlan of remainingPlans) {
          playedRounds.push(await playRound(world, diner, roundPlan));
          if (playedRounds.length % 50 === 0)
            console.error(
              `faults: ${playedRounds.length} rounds, ${world.deathCount()} deaths, ${Math.round((performance.now() - runStartMs) / 1000)} s`,
            );
        }
      }),
    );
    await waitUntilSettled(world);
    const { mistakes, paidCount, failureCount, refundCount, waitingCount } = await checkRounds(
      world,
      playedRounds,
      diners,
    );
    for (const [roundNumber, roundMistake] of mistakes)
      console.error(
        roundNumber < 0
          ? roundMistake
          : `round ${roundNumber} (${JSON.stringify(roundPlans[roundNumber], (_, value: unknown) => (value instanceof RegExp ? String(value) : value))}): ${roundMistake}`,
      );
    console.log(
      `${roundCount} rounds, ${mistakes.length} wrong: ${paidCount} orders paid once, ${failureCount} failed, ${refundCount} given back, ${waitingCount} waiting at PayPal; ${values.cluster ? 'gateways' : 'the gateway'} died ${world.deathCount()} times; seed ${randomSeed}; ${Math.round((performance.now() - runStartMs) / 1000)} s`,
    );
    return mistakes.length === 0;
  } finally {
    await world.close();
  }
};

void runFaults().then(
  (isFaultless) => {
    process.exitCode = isFaultless ? 0 : 1;
  },
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
