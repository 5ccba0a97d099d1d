import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildProduct, copyProduct, repositoryRoot } from '../../world/product';
import type { World } from '../../world/start-world';
import { startWorld } from '../../world/start-world';
import type { BenchFigure } from '../measure/figure';
import { boundCountFigure, boundRatioFigure, boundScoreFigure, median, reportedMsFigure } from '../measure/figure';
import { measureColdVisit } from '../measure/phone-visit';
import type { DeviceSlowness, PhoneVisit, PhoneVisitOptions } from '../measure/phone-visit';
import { writeBareFronts } from './bare-release';
import type { LighthouseVisit } from './lighthouse-scores';
import { runLighthouseWithRetry, LIGHTHOUSE_CATEGORIES } from './lighthouse-scores';
import { timeLiveChange } from './live-change';

const BENCH_AREA = 'web';
const VISIT_ROUNDS = 15;
const LIGHTHOUSE_ROUNDS = 5;

/**
 * Mid-range phone on a mid-range mobile connection: 9 Mbit/s, 60 ms round trip, a processor four times slower than this
 * machine's.
 */
const PHONE_SLOWNESS: DeviceSlowness = { processor: 4, latencyMs: 60, bytesPerSecond: 1_125_000 };

const MIN_LIGHTHOUSE_SCORES = { performance: 90, accessibility: 100, 'best-practices': 100 } as const;

type VisitPage = () => Promise<PhoneVisit>;

/** Filter chip that the first paint already shows and that isn't selected at the start. */
const CHIP_NAME = 'Alle';

const productVisitOptions = ({ url }: World, slowness: DeviceSlowness | null): PhoneVisitOptions => ({
  url: `${url}/restaurants`,
  placesUrlPattern: /\/api\/restaurants\/loadByLocation$/,
  slowness,
});
const visitProduct =
  (world: World, slowness: DeviceSlowness | null): VisitPage =>
  () =>
    measureColdVisit(productVisitOptions(world, slowness));
const visitAndTapProduct =
  (world: World, slowness: DeviceSlowness | null): VisitPage =>
  () =>
    measureColdVisit({ ...productVisitOptions(world, slowness), chipText: CHIP_NAME });
const visitBarePage =
  ({ url }: World, slowness: DeviceSlowness | null): VisitPage =>
  () =>
    measureColdVisit({ url: `${url}/restaurants`, placesUrlPattern: /\/assets\/places\.[0-9a-f]+\.txt$/, slowness });

const startProductWorld = async (frontsFolder: string): Promise<World> => {
  const productFolder = join(frontsFolder, 'product');
  copyProduct(repositoryRoot, productFolder);
  return startWorld({ product: productFolder, content: 'demo' });
};

const startBareWorld = async (folder: string, referenceVisit: PhoneVisit, scriptBytes: number): Promise<World> => {
  const productFolder = join(folder, `bare-${scriptBytes}`);
  copyProduct(repositoryRoot, productFolder);
  await writeBareFronts(productFolder, {
    product: join(folder, 'product'),
    placesText: referenceVisit.placesText,
    scriptBytes,
  });
  return startWorld({ product: productFolder });
};

// The first start measures how many bytes the bare page has besides its script. The second start then gives the bare
// page as many bytes in all as the product.
const startBareWorldOfSameSize = async (folder: string, referenceVisit: PhoneVisit): Promise<World> => {
  const firstWorld = await startBareWorld(folder, referenceVisit, referenceVisit.scriptBytes);
  const { bytes } = await visitBarePage(firstWorld, null)();
  await firstWorld.stop();
  return startBareWorld(folder, referenceVisit, referenceVisit.scriptBytes + referenceVisit.bytes - bytes);
};

/** Medians of all rounds, in milliseconds. */
interface MedianTimes {
  readonly product: number;
  readonly bare: number;
  /** Time until a tap on a filter chip of the product works. */
  readonly chosen: number;
}

/**
 * Visits product and bare page in turns. The page that begins changes with each round, so that a busy moment of the
 * machine slows both down alike.
 */
const compareVisits = async (
  visitProductPage: VisitPage,
  visitBare: VisitPage,
  printLine: (line: string) => void,
): Promise<MedianTimes> => {
  const roundTimes: { readonly product: number[]; readonly bare: number[]; readonly chosen: number[] } = {
    product: [],
    bare: [],
    chosen: [],
  };
  const visitEntries = [
    ['product', visitProductPage],
    ['bare', visitBare],
  ] as const;
  for (let round = 0; round <= VISIT_ROUNDS; round += 1) {
    for (const [pageName, visitPage] of round % 2 === 0 ? visitEntries : visitEntries.toReversed()) {
      const { paintedMs, chosenMs } = await visitPage();
      // The first round only warms up the gateways, so its times don't count.
      if (round === 0) continue;
      roundTimes[pageName].push(paintedMs);
      if (chosenMs !== null) roundTimes.chosen.push(chosenMs);
    }
    printLine(`web: round ${round} of ${VISIT_ROUNDS}`);
  }
  return { product: median(roundTimes.product), bare: median(roundTimes.bare), chosen: median(roundTimes.chosen) };
};

const measurePaint = async (
  product: World,
  bareWorld: World,
  printLine: (line: string) => void,
): Promise<BenchFigure[]> => {
  const phoneTimes = await compareVisits(
    visitAndTapProduct(product, PHONE_SLOWNESS),
    visitBarePage(bareWorld, PHONE_SLOWNESS),
    printLine,
  );
  return [
    reportedMsFigure(BENCH_AREA, 'first restaurant painted, as on a phone', phoneTimes.product),
    reportedMsFigure(BENCH_AREA, 'the same of a bare React page of the same bytes, as on a phone', phoneTimes.bare),
    reportedMsFigure(BENCH_AREA, 'a tap on a chip works, as on a phone', phoneTimes.chosen),
    boundRatioFigure(BENCH_AREA, 'first restaurant painted against the bare page, as on a phone', {
      ratio: phoneTimes.product / phoneTimes.bare,
      maximum: 0.75,
    }),
    boundRatioFigure(BENCH_AREA, 'a tap on a chip works, against the bare page’s paint, as on a phone', {
      ratio: phoneTimes.chosen / phoneTimes.bare,
      maximum: 2,
    }),
  ];
};

/** Restaurant of the demo world that has lunch today. */
const LIVE_PLACE_ROUTING_NAME = 'nudelzieherei-lin';

const measureLive = async (product: World, printLine: (line: string) => void): Promise<BenchFigure[]> => {
  printLine('web: a dish changes');
  const { liveMs, reloadedMs } = await timeLiveChange(product, LIVE_PLACE_ROUTING_NAME);
  return [
    reportedMsFigure(BENCH_AREA, 'a changed dish seen on the open page', liveMs),
    boundRatioFigure(BENCH_AREA, 'a changed dish seen on the open page against a reload', {
      ratio: liveMs / reloadedMs,
      maximum: 0.5,
    }),
  ];
};

/**
 * Lets Lighthouse rate the product and the bare page in turns, so that a busy moment of the machine slows both down
 * alike.
 */
const runLighthouse = async (product: World, bareWorld: World, printLine: (line: string) => void) => {
  const visitsByPage: Record<'product' | 'bare', LighthouseVisit[]> = { product: [], bare: [] };
  for (let round = 1; round <= LIGHTHOUSE_ROUNDS; round += 1) {
    for (const [name, { url }] of [
      ['product', product],
      ['bare', bareWorld],
    ] as const) {
      const visit = await runLighthouseWithRetry(`${url}/restaurants`);
      visitsByPage[name].push(visit);
      printLine(
        `web: Lighthouse ${round} of ${LIGHTHOUSE_ROUNDS}, ${name}: ${LIGHTHOUSE_CATEGORIES.map((scoreCategory) => visit.scores[scoreCategory]).join(', ')}${visit.failedAudits.map((auditTitle) => `; ${auditTitle}`).join('')}`,
      );
    }
  }
  return visitsByPage;
};

const measureLighthouse = async (
  worlds: { readonly product: World; readonly bare: World },
  printLine: (line: string) => void,
): Promise<BenchFigure[]> => {
  const { product: productVisits, bare: bareVisits } = await runLighthouse(worlds.product, worlds.bare, printLine);
  const medianPerformanceOf = (lighthouseVisits: readonly LighthouseVisit[]): number =>
    median(lighthouseVisits.map(({ scores }) => scores.performance));
  return [
    ...LIGHTHOUSE_CATEGORIES.map((name) =>
      boundScoreFigure(BENCH_AREA, `Lighthouse, mobile: ${name}`, {
        score: median(productVisits.map(({ scores }) => scores[name])),
        least: MIN_LIGHTHOUSE_SCORES[name],
      }),
    ),
    boundCountFigure(BENCH_AREA, 'Lighthouse, mobile: points of performance behind the bare page', {
      count: Math.max(0, medianPerformanceOf(bareVisits) - medianPerformanceOf(productVisits)),
      maximum: 2,
    }),
    reportedMsFigure(
      BENCH_AREA,
      'Lighthouse, mobile: largest contentful paint',
      median(productVisits.map(({ lcpMs }) => lcpMs)),
    ),
    reportedMsFigure(
      BENCH_AREA,
      'Lighthouse, mobile: total blocking time',
      median(productVisits.map(({ tbtMs }) => tbtMs)),
    ),
  ];
};

/**
 * Measures how soon a first visitor sees a restaurant, compared with a bare React page of as many bytes; how soon an
 * open page shows a changed dish, compared with a reload; and the Lighthouse scores of both pages.
 */
export const benchWeb = async (printLine: (line: string) => void): Promise<BenchFigure[]> => {
  printLine('web: building what changed');
  buildProduct();
  const folder = mkdtempSync(join(tmpdir(), 'mahlzeit-bench-web-'));
  const worlds: World[] = [];
  try {
    const product = await startProductWorld(folder);
    worlds.push(product);
    const bareWorld = await startBareWorldOfSameSize(folder, await visitProduct(product, null)());
    worlds.push(bareWorld);
    return [
      ...(await measurePaint(product, bareWorld, printLine)),
      ...(await measureLive(product, printLine)),
      ...(await measureLighthouse({ product, bare: bareWorld }, printLine)),
    ];
  } finally {
    for (const world of worlds) await world.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};
