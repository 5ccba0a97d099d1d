import { anonymousSession, loadByLocation } from '@mahlzeit/contract';
import type { World } from '../../world/start-world';
import { DEMO_TOWN_POSITION } from '../../world/start-world';
import type { BenchFigure } from '../measure/figure';
import { boundCountFigure, boundRatioFigure, measureMs, median, reportedMsFigure } from '../measure/figure';

const BENCH_AREA = 'attack';
const IDLE_WRITE_COUNT = 20;

/** A partner who changes the price of a dish again and again. */
interface WritingPartner {
  /** Begins to write, one price after the other. */
  start(): void;
  /** Ends the writes, and returns their figures. */
  stop(): Promise<BenchFigure[]>;
}

/** Opens the partner, and measures its writes while nothing else happens. */
export const openWritingPartner = async ({ api, partner }: World): Promise<WritingPartner> => {
  const { idToken: token } = await api.call(anonymousSession, { body: {} });
  const [restaurant] = await api.call(loadByLocation, {
    body: { location: DEMO_TOWN_POSITION, radius: 50_000, page: 1, pageSize: 1 },
    token,
  });
  if (restaurant === undefined) throw new Error('The demo town has no restaurant');
  let price = 500;
  const writePrice = (): Promise<number> => {
    price += 1;
    return measureMs(() => partner.putDish('attacked-dish', restaurant, { name: 'Linsensuppe', price }));
  };

  const idleTimes: number[] = [];
  for (let count = 0; count < IDLE_WRITE_COUNT; count += 1) idleTimes.push(await writePrice());

  const times: number[] = [];
  let [isWriting, failureCount] = [false, 0];
  let whenStopped: Promise<void> = Promise.resolve();
  const writeUntilStopped = async (): Promise<void> => {
    while (isWriting) {
      try {
        times.push(await writePrice());
      } catch {
        failureCount += 1;
      }
    }
  };
  return {
    start() {
      isWriting = true;
      whenStopped = writeUntilStopped();
    },
    async stop() {
      isWriting = false;
      await whenStopped;
      return [
        boundRatioFigure(
          BENCH_AREA,
          `subscriptions: median of ${times.length} partner writes against the idle median`,
          {
            ratio: median(times) / median(idleTimes),
            maximum: 10,
          },
        ),
        reportedMsFigure(BENCH_AREA, 'subscriptions: slowest partner write', Math.max(...times)),
        boundCountFigure(BENCH_AREA, 'subscriptions: partner writes that failed', { count: failureCount, maximum: 0 }),
      ];
    },
  };
};
