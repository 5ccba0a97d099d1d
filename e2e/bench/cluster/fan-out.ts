import { setTimeout as delay } from 'node:timers/promises';
import type { Crowd } from '../live/crowd';
import { createMessageAuthor } from '../live/message-author';
import type { BenchFigure } from '../measure/figure';
import { boundRatioFigure, median, reportedMsFigure } from '../measure/figure';
import { measureInTurns } from '../measure/measure-in-turns';
import { measureCpuMs, measureIdleShare } from '../measure/processor-time';
import type { CrowdedWorld } from './crowded-world';
import { OPEN_MENU_COUNT } from './crowded-world';

const ROUNDS = { measured: 9, warmUp: 3 };
const CHANGES_PER_ROUND = 30;
const IDLE_PERIOD_MS = 2_000;
const POLL_INTERVAL_MS = 10;
const MAX_DELIVERY_MS = 60_000;

/** A kind of change whose messages go to all connections of a crowd (users with an open page). */
interface FanOut {
  readonly crowd: Crowd;
  /** Number of WebSocket messages (frames) that the crowd receives for one change. */
  readonly framesPerChange: number;
  makeChange(): Promise<unknown>;
}

/**
 * Each chat message causes two WebSocket messages for each member of the crowd: one of the chat's topic and one of the
 * member's own topic.
 */
const chatFanOutOf = ({ world, chat: { author, chatKey, silentMembers }, chatCrowd }: CrowdedWorld): FanOut => {
  const prepareMessage = createMessageAuthor(world.url, author, chatKey);
  return {
    crowd: chatCrowd,
    framesPerChange: 2 * silentMembers.length,
    makeChange: async () => prepareMessage('Kommt ihr mit?')(),
  };
};

/**
 * Each change of a dish causes one WebSocket message (of the restaurant's topic) for each visitor who has the menu
 * open.
 */
const menuFanOutOf = ({ world, restaurant, menuCrowd }: CrowdedWorld): FanOut => {
  let price = 500;
  return {
    crowd: menuCrowd,
    framesPerChange: OPEN_MENU_COUNT,
    makeChange: () =>
      world.partner.putDish('measured', restaurant, { name: 'Teller der Messung', price: (price += 1) }),
  };
};

/** Makes changes one after the other. After each change it waits until all WebSocket messages about it have arrived. */
const deliverChanges = async ({ crowd, framesPerChange, makeChange }: FanOut): Promise<void> => {
  const frameCount = CHANGES_PER_ROUND * framesPerChange;
  const expectedCount = (await crowd.countDeltas()) + frameCount;
  for (let change = 0; change < CHANGES_PER_ROUND; change += 1) await makeChange();
  const giveUpAtMs = performance.now() + MAX_DELIVERY_MS;
  for (;;) {
    const missingCount = expectedCount - (await crowd.countDeltas());
    if (missingCount === 0) return;
    if (missingCount < 0 || performance.now() > giveUpAtMs)
      throw new Error(`${missingCount} of ${frameCount} frames are missing`);
    await delay(POLL_INTERVAL_MS);
  }
};

/**
 * Returns a function that measures the gateways' processor time for a thousand delivered WebSocket messages, in
 * milliseconds. The time that idle gateways need is subtracted: it doesn't depend on the number of delivered messages.
 */
const cpuMeasurementOf =
  ({ world }: CrowdedWorld, fanOut: FanOut): (() => Promise<number>) =>
  async () => {
    const cpuMs = await measureCpuMs(world.gatewayUrls, () => deliverChanges(fanOut), IDLE_PERIOD_MS);
    return (1000 * cpuMs) / (CHANGES_PER_ROUND * fanOut.framesPerChange);
  };

const measureTimes = async (
  name: string,
  { single, pair }: Readonly<Record<'single' | 'pair', () => Promise<number>>>,
): Promise<{ readonly ratio: number; readonly figures: readonly BenchFigure[] }> => {
  const [singleMs = NaN, pairMs = NaN] = (await measureInTurns([single, pair], ROUNDS)).map(median);
  return {
    ratio: pairMs / singleMs,
    figures: [
      reportedMsFigure('cluster', `${name}: gateways' processor time of 1000 frames, one`, singleMs),
      reportedMsFigure('cluster', `${name}: gateways' processor time of 1000 frames, two`, pairMs),
    ],
  };
};

/**
 * Measures the processor time that gateways need for each WebSocket message (frame) that clients receive, at one
 * gateway and at two, under the same load. It is the time of the gateways' processes, without PostgreSQL, Redis and the
 * proxy.
 *
 * Only the change of a dish goes to many clients, so only its figure has a bound. A chat message goes to few clients,
 * and most of its time is the write to the database.
 */
export const measureFanOut = async ({
  single,
  pair,
}: Readonly<Record<'single' | 'pair', CrowdedWorld>>): Promise<BenchFigure[]> => {
  const dish = await measureTimes(`a dish to ${OPEN_MENU_COUNT} menus`, {
    single: cpuMeasurementOf(single, menuFanOutOf(single)),
    pair: cpuMeasurementOf(pair, menuFanOutOf(pair)),
  });
  const messages = await measureTimes('messages in a chat of ten', {
    single: cpuMeasurementOf(single, chatFanOutOf(single)),
    pair: cpuMeasurementOf(pair, chatFanOutOf(pair)),
  });
  return [
    ...dish.figures,
    boundRatioFigure('cluster', 'a dish to many menus: a frame of two gateways against one', {
      ratio: dish.ratio,
      maximum: 1.15,
    }),
    ...messages.figures,
    reportedMsFigure(
      'cluster',
      'an idle second of one gateway, its processor time',
      1000 * (await measureIdleShare(single.world.gatewayUrls, IDLE_PERIOD_MS)),
    ),
  ];
};
