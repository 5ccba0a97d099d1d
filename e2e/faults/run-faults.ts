import { parseArgs } from 'node:util';
import { setTimeout as delay } from 'node:timers/promises';
import { createRandom } from '../world/synthetic-places';
import { buildProduct } from '../world/product';
import { planRound } from './fault-plan';
import type { FaultWorld } from './fault-world';
import { startFaultWorld } from './fault-world';
import type { Played } from './play-round';
import { createDiner, playRound } from './play-round';
import { countUnsettled, judge } from './verdict';

const MINUTE_MS = 60_000;
/**
 * Steps by which the clock moves after the last round: past each moment at which the gateway checks a payment again.
 */
const LEAPS_MS = [1, 3, 5, 16, 35, 61, 5, 1].map((minutes) => minutes * MINUTE_MS);
const SETTLES_WITHIN_MS = 25_000;
const POLL_MS = 500;

const settle = async (world: FaultWorld): Promise<void> => {
  await fetch(`${world.sandboxUrl}/psp/faults`, { method: 'DELETE' });
  for (const leap of LEAPS_MS) {
    await world.pass(leap);
    const until = performance.now() + SETTLES_WITHIN_MS;
    // It asks when it starts, and then every twenty seconds.
    do await delay(POLL_MS);
    while ((await countUnsettled(world)) > 0 && performance.now() < until);
  }
};

const run = async (): Promise<boolean> => {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      rounds: { type: 'string', default: '500' },
      diners: { type: 'string', default: '25' },
    },
  });
  const [seed, rounds, dinerCount] = [Number(values.seed), Number(values.rounds), Number(values.diners)];
  const random = createRandom(seed);
  const plans = Array.from({ length: rounds }, (_, round) => planRound(round, random));
  console.error(`faults: seed ${seed}`);
  buildProduct('gateway');
  const begun = performance.now();
  const world = await startFaultWorld((line) => console.error(line));
  try {
    const diners = [];
    for (let place = 0; place < dinerCount; place += 1) diners.push(await createDiner(world, `gast${place}`));
    const played: Played[] = [];
    const left = plans.values();
    await Promise.all(
      diners.map(async (diner) => {
        for (const plan of left) {
          played.push(await playRound(world, diner, plan));
          if (played.length % 50 === 0)
            console.error(
              `faults: ${played.length} rounds, ${world.deaths()} deaths, ${Math.round((performance.now() - begun) / 1000)} s`,
            );
        }
      }),
    );
    await settle(world);
    const { mistakes, paid, failed, refunded, waiting } = await judge(world, played, diners);
    for (const [round, what] of mistakes)
      console.error(
        round < 0
          ? what
          : `round ${round} (${JSON.stringify(plans[round], (_, value: unknown) => (value instanceof RegExp ? String(value) : value))}): ${what}`,
      );
    console.log(
      `${rounds} rounds, ${mistakes.length} wrong: ${paid} orders paid once, ${failed} failed, ${refunded} given back, ${waiting} waiting at PayPal; the gateway died ${world.deaths()} times; seed ${seed}; ${Math.round((performance.now() - begun) / 1000)} s`,
    );
    return mistakes.length === 0;
  } finally {
    await world.close();
  }
};

void run().then(
  (isRight) => {
    process.exitCode = isRight ? 0 : 1;
  },
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
