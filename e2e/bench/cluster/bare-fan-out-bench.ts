import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { buildProduct } from '../../world/product';
import { connectCrowd } from '../live/crowd';
import type { BenchFigure } from '../measure/figure';
import { boundRatioFigure, median, reportedMsFigure } from '../measure/figure';
import { measureInTurns } from '../measure/measure-in-turns';
import { measureCpuMs } from '../measure/processor-time';
import { OPEN_MENU_COUNT, startCrowdedWorld } from './crowded-world';
import type { CrowdedWorld } from './crowded-world';

const BENCH_AREA = 'live';
const ROUNDS = { measured: 9, warmUp: 3 };
const CHANGES_PER_ROUND = 30;
/** Size of the gateway's frame about a changed dish. */
const FRAME_BYTES = 536;
/** Restaurant of the demo town whose menu nobody has open. */
const UNWATCHED_RESTAURANT = 'forno-nord';
const POLL_INTERVAL_MS = 10;
const MAX_DELIVERY_MS = 60_000;

/** A minimal server that sends one buffer to all its sockets, for comparison with the product. */
interface BareServer {
  readonly url: string;
  /** Sends frames to all sockets, and returns the processor time that the server has used. */
  broadcast(frames: number): Promise<number>;
  close(): void;
}

const startBareServer = async (): Promise<BareServer> => {
  const serverProcess = fork(fileURLToPath(new URL('bare-fan-out-process.ts', import.meta.url)));
  const [url] = await once(serverProcess, 'message');
  return {
    url: String(url),
    async broadcast(frames) {
      const reply = once(serverProcess, 'message');
      serverProcess.send({ frames, bytes: FRAME_BYTES });
      const [cpuMs] = await reply;
      return Number(cpuMs);
    },
    close: () => serverProcess.disconnect(),
  };
};

/** A dish whose changes go to the pages that have its menu open. */
interface MeasuredDish {
  readonly key: string;
  readonly restaurant: { readonly key: string };
  /** Number of these pages. */
  readonly readers: number;
}

const FIRST_PRICE = 500;
let lastPrice = FIRST_PRICE;

/** Makes changes of a dish one after the other, and waits until all their frames have arrived at the crowd. */
const changeDish = async (
  { world, menuCrowd }: CrowdedWorld,
  { key, restaurant, readers }: MeasuredDish,
): Promise<void> => {
  const expectedCount = (await menuCrowd.countDeltas()) + CHANGES_PER_ROUND * readers;
  for (let change = 0; change < CHANGES_PER_ROUND; change += 1)
    await world.partner.putDish(key, restaurant, { name: 'Teller der Messung', price: (lastPrice += 1) });
  const giveUpAtMs = performance.now() + MAX_DELIVERY_MS;
  while ((await menuCrowd.countDeltas()) < expectedCount) {
    if (performance.now() > giveUpAtMs) throw new Error('Frames are missing');
    await delay(POLL_INTERVAL_MS);
  }
};

/**
 * Measures the processor time of a frame that a change sends to a thousand open menus, beside a bare `ws` server that
 * sends one buffer to as many sockets. The time of the same changes to a menu that nobody has open is subtracted: it is
 * the time of the write.
 */
export const benchFanOut = async (printLine: (line: string) => void): Promise<BenchFigure[]> => {
  printLine('fan-out: building what changed');
  buildProduct();
  const crowdedWorld = await startCrowdedWorld(0);
  const { gatewayUrls } = crowdedWorld.world;
  const bareServer = await startBareServer();
  printLine(`fan-out: ${OPEN_MENU_COUNT} sockets connect`);
  const bareCrowd = await connectCrowd({ addresses: Array<string>(OPEN_MENU_COUNT).fill(bareServer.url) });
  const openDish = { key: 'measured', restaurant: crowdedWorld.restaurant, readers: OPEN_MENU_COUNT };
  const unreadDish = {
    key: 'unread',
    restaurant: await crowdedWorld.world.partner.getRestaurant(UNWATCHED_RESTAURANT),
    readers: 0,
  };
  const framesPerRound = CHANGES_PER_ROUND * OPEN_MENU_COUNT;
  try {
    printLine('fan-out: measuring');
    const times = await measureInTurns(
      [
        () => measureCpuMs(gatewayUrls, () => changeDish(crowdedWorld, openDish)),
        () => measureCpuMs(gatewayUrls, () => changeDish(crowdedWorld, unreadDish)),
        () => bareServer.broadcast(CHANGES_PER_ROUND),
      ],
      ROUNDS,
    );
    const [watchedMs = NaN, writeMs = NaN, bareMs = NaN] = times.map(median);
    const perThousandFrames = (cpuMs: number): number => (1000 * cpuMs) / framesPerRound;
    return [
      reportedMsFigure(BENCH_AREA, 'a change to 1,000 open menus, processor time', watchedMs / CHANGES_PER_ROUND),
      reportedMsFigure(BENCH_AREA, 'the same change without readers, processor time', writeMs / CHANGES_PER_ROUND),
      reportedMsFigure(BENCH_AREA, '1,000 frames of a bare ws server, processor time', perThousandFrames(bareMs)),
      boundRatioFigure(BENCH_AREA, 'a frame against a bare ws server with a shared buffer', {
        ratio: (watchedMs - writeMs) / bareMs,
        maximum: 1.1,
      }),
    ];
  } finally {
    bareCrowd.disconnect();
    bareServer.close();
    await crowdedWorld.stop();
  }
};
