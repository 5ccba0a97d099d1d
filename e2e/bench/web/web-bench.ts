import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildProduct, copyProduct, repositoryRoot } from '../../world/product';
import type { World } from '../../world/start-world';
import { startWorld } from '../../world/start-world';
import type { Figure } from '../measure/figure';
import { boundCount, boundRatio, boundScore, median, reportedMs } from '../measure/figure';
import { writeBareFronts } from './bare-release';
import type { ColdVisit, ColdVisitOptions, Slowness } from './cold-visit';
import { visitCold } from './cold-visit';
import type { LighthouseVisit } from './lighthouse-scores';
import { askLighthouse, CATEGORIES } from './lighthouse-scores';
import { timeLiveChange } from './live-change';

const AREA = 'web';
const ROUNDS = 15;
const LIGHTHOUSE_ROUNDS = 5;

/**
 * Mid-range phone on a mid-range mobile connection: 9 Mbit/s, 60 ms round trip, a processor four times slower than this
 * machine's.
 */
const PHONE_SLOWNESS: Slowness = { processor: 4, latencyMs: 60, bytesPerSecond: 1_125_000 };

const MIN_SCORES = { performance: 90, accessibility: 100, 'best-practices': 100 } as const;

type Visit = () => Promise<ColdVisit>;

/** Filter chip that the first paint already shows and that isn't selected at the start. */
const CHIP_NAME = 'Alle';

const productVisitOptions = ({ url }: World, slowness: Slowness | null): ColdVisitOptions => ({
  url: `${url}/restaurants`,
  placesUrlPattern: /\/api\/restaurants\/loadByLocation$/,
  slowness,
});
const visitProduct =
  (world: World, slowness: Slowness | null): Visit =>
  () =>
    visitCold(productVisitOptions(world, slowness));
const tapProduct =
  (world: World, slowness: Slowness | null): Visit =>
  () =>
    visitCold({ ...productVisitOptions(world, slowness), chipText: CHIP_NAME });
const visitBarePage =
  ({ url }: World, slowness: Slowness | null): Visit =>
  () =>
    visitCold({ url: `${url}/restaurants`, placesUrlPattern: /\/assets\/places\.[0-9a-f]+\.txt$/, slowness });

const startProductWorld = async (folder: string): Promise<World> => {
  const productFolder = join(folder, 'product');
  copyProduct(repositoryRoot, productFolder);
  return startWorld({ product: productFolder, content: 'demo' });
};

const startBareWorld = async (folder: string, referenceVisit: ColdVisit, scriptBytes: number): Promise<World> => {
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
const startBareWorldOfSameSize = async (folder: string, referenceVisit: ColdVisit): Promise<World> => {
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
 * Visits product and bare page in turns; each round another of the two begins. A busy moment of the machine then slows
 * both down alike.
 */
const compareVisits = async (product: Visit, bare: Visit, print: (line: string) => void): Promise<MedianTimes> => {
  const roundTimes: { readonly product: number[]; readonly bare: number[]; readonly chosen: number[] } = {
    product: [],
    bare: [],
    chosen: [],
  };
  const visitKinds = [
    ['product', product],
    ['bare', bare],
  ] as const;
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [name, visit] of round % 2 === 0 ? visitKinds : visitKinds.toReversed()) {
      const { paintedMs, chosenMs } = await visit();
      // The first round only warms the gateways up, so its times don't count.
      if (round === 0) continue;
      roundTimes[name].push(paintedMs);
      if (chosenMs !== null) roundTimes.chosen.push(chosenMs);
    }
    print(`web: round ${round} of ${ROUNDS}`);
  }
  return { product: median(roundTimes.product), bare: median(roundTimes.bare), chosen: median(roundTimes.chosen) };
};

const measurePaint = async (product: World, bare: World, print: (line: string) => void): Promise<Figure[]> => {
  const phoneTimes = await compareVisits(
    tapProduct(product, PHONE_SLOWNESS),
    visitBarePage(bare, PHONE_SLOWNESS),
    print,
  );
  return [
    reportedMs(AREA, 'first restaurant painted, as on a phone', phoneTimes.product),
    reportedMs(AREA, 'the same of a bare React page of the same bytes, as on a phone', phoneTimes.bare),
    reportedMs(AREA, 'a tap on a chip works, as on a phone', phoneTimes.chosen),
    boundRatio(AREA, 'first restaurant painted against the bare page, as on a phone', {
      ratio: phoneTimes.product / phoneTimes.bare,
      maximum: 0.75,
    }),
    boundRatio(AREA, 'a tap on a chip works, against the bare page’s paint, as on a phone', {
      ratio: phoneTimes.chosen / phoneTimes.bare,
      maximum: 2,
    }),
  ];
};

/** Restaurant of the demo world that has lunch today. */
const ROUTING_NAME = 'nudelzieherei-lin';

const measureLive = async (product: World, print: (line: string) => void): Promise<Figure[]> => {
  print('web: a dish changes');
  const { liveMs, reloadedMs } = await timeLiveChange(product, ROUTING_NAME);
  return [
    reportedMs(AREA, 'a changed dish seen on the open page', liveMs),
    boundRatio(AREA, 'a changed dish seen on the open page against a reload', {
      ratio: liveMs / reloadedMs,
      maximum: 0.5,
    }),
  ];
};

/**
 * Asks Lighthouse about the product and the bare page in turns, so that a busy moment of the machine slows both down
 * alike.
 */
const runLighthouse = async (product: World, bare: World, print: (line: string) => void) => {
  const visitsByPage: Record<'product' | 'bare', LighthouseVisit[]> = { product: [], bare: [] };
  for (let round = 1; round <= LIGHTHOUSE_ROUNDS; round += 1) {
    for (const [name, { url }] of [
      ['product', product],
      ['bare', bare],
    ] as const) {
      const visit = await askLighthouse(`${url}/restaurants`);
      visitsByPage[name].push(visit);
      print(
        `web: Lighthouse ${round} of ${LIGHTHOUSE_ROUNDS}, ${name}: ${CATEGORIES.map((category) => visit.scores[category]).join(', ')}${visit.failedAudits.map((title) => `; ${title}`).join('')}`,
      );
    }
  }
  return visitsByPage;
};

const measureLighthouse = async (
  worlds: { readonly product: World; readonly bare: World },
  print: (line: string) => void,
): Promise<Figure[]> => {
  const { product: visits, bare } = await runLighthouse(worlds.product, worlds.bare, print);
  const performance = (lighthouseVisits: readonly LighthouseVisit[]): number =>
    median(lighthouseVisits.map(({ scores }) => scores.performance));
  return [
    ...CATEGORIES.map((name) =>
      boundScore(AREA, `Lighthouse, mobile: ${name}`, {
        score: median(visits.map(({ scores }) => scores[name])),
        least: MIN_SCORES[name],
      }),
    ),
    boundCount(AREA, 'Lighthouse, mobile: points of performance behind the bare page', {
      count: Math.max(0, performance(bare) - performance(visits)),
      maximum: 2,
    }),
    reportedMs(AREA, 'Lighthouse, mobile: largest contentful paint', median(visits.map(({ lcpMs }) => lcpMs))),
    reportedMs(AREA, 'Lighthouse, mobile: total blocking time', median(visits.map(({ tbtMs }) => tbtMs))),
  ];
};

/**
 * Measures how soon a first visitor sees a restaurant, compared with a bare React page of as many bytes; how soon an
 * open page shows a changed dish, compared with a reload; and the Lighthouse scores of both pages.
 */
export const benchWeb = async (print: (line: string) => void): Promise<Figure[]> => {
  print('web: building what changed');
  buildProduct();
  const folder = mkdtempSync(join(tmpdir(), 'mahlzeit-bench-web-'));
  const worlds: World[] = [];
  try {
    const product = await startProductWorld(folder);
    worlds.push(product);
    const bare = await startBareWorldOfSameSize(folder, await visitProduct(product, null)());
    worlds.push(bare);
    return [
      ...(await measurePaint(product, bare, print)),
      ...(await measureLive(product, print)),
      ...(await measureLighthouse({ product, bare }, print)),
    ];
  } finally {
    for (const world of worlds) await world.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};
