import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { BUILT_FOLDERS, buildProduct } from '../../world/product';
import type { World } from '../../world/start-world';
import { startWorld } from '../../world/start-world';
import type { BenchFigure } from '../measure/figure';
import { boundRatioFigure, median, reportedKbFigure, reportedMsFigure } from '../measure/figure';
import { measureVisitIn, waitForQuiet, withPhone } from '../measure/phone-visit';
import type { DeviceSlowness, PhoneVisit, PhoneVisitOptions } from '../measure/phone-visit';
import { measureScreenOpening } from './screen-opening';
import { buildTwoReleases } from './two-releases';
import type { ProductForm } from './two-releases';

const BENCH_AREA = 'bundle';

/** Phone on a slow line: 10 Mbit/s, 150 ms a request, a processor four times slower than this machine's. */
const PHONE_SLOWNESS: DeviceSlowness = { processor: 4, latencyMs: 150, bytesPerSecond: 1_250_000 };

/** Filter chip that the first paint already shows and that isn't selected at the start. */
const CHIP_NAME = 'Alle';

/** Time in ms for which a finger rests on a link before it lifts. */
const REST_MS = 100;

const PRODUCT_FORMS: readonly ProductForm[] = ['product', 'bundle'];

type Worlds = Readonly<Record<ProductForm, World>>;

const visitOptionsOf = ({ url }: World): PhoneVisitOptions => ({
  url: `${url}/restaurants`,
  placesUrlPattern: /\/api\/restaurants\/loadByLocation$/,
  slowness: PHONE_SLOWNESS,
});

/** Number of requests after which a world that draws no view counts as broken. */
const MAX_VIEW_REQUESTS = 50;

/**
 * Lets the gateway draw the first cards, so that each visit finds them in its page. A gateway that draws them while a
 * page is waiting leaves them out when the machine is busy, and the visit would be another one.
 */
const drawView = async ({ url }: World): Promise<void> => {
  for (let requestCount = 0; requestCount < MAX_VIEW_REQUESTS; requestCount += 1) {
    const response = await fetch(`${url}/restaurants`, { headers: { Accept: 'text/html' } });
    if ((await response.text()).includes('id="prerender"')) return;
  }
  throw new Error(`${url} draws no view`);
};

/** Removes the cookies of the visit, as the end of the browser's session does: a visitor returns on another day. */
const endSession = async (context: BrowserContext): Promise<void> => {
  const lastingCookies = (await context.cookies()).filter(({ expires }) => expires > 0);
  await context.clearCookies();
  await context.addCookies(lastingCookies);
};

/** Kinds of visits: with empty caches, and the next one in the same browser on another day. */
const VISIT_KINDS = ['cold', 'returning'] as const;
type VisitKind = (typeof VISIT_KINDS)[number];

type VisitsByForm = Readonly<Record<ProductForm, PhoneVisit[]>>;

/**
 * Visits both forms of the product (with federation and as one bundle) in turns. The form that begins changes with each
 * pair of visits, so that a busy moment of the machine slows both forms down alike.
 */
const visitInTurns = async (
  worlds: Worlds,
  pairs: number,
  printLine: (line: string) => void,
): Promise<Readonly<Record<VisitKind, VisitsByForm>>> => {
  const visits = { cold: { product: [], bundle: [] }, returning: { product: [], bundle: [] } } satisfies Record<
    VisitKind,
    VisitsByForm
  >;
  const keptVisits: Readonly<Record<VisitKind, VisitsByForm>> = visits;
  for (let pairIndex = 0; pairIndex <= pairs; pairIndex += 1) {
    for (const productForm of pairIndex % 2 === 0 ? PRODUCT_FORMS : PRODUCT_FORMS.toReversed())
      await withPhone(async (context) => {
        for (const kind of VISIT_KINDS) {
          await drawView(worlds[productForm]);
          const visitOptions = { ...visitOptionsOf(worlds[productForm]), chipText: CHIP_NAME };
          const visit = await measureVisitIn(context, visitOptions, waitForQuiet);
          // The first pair of visits only warms up the gateways, so its times don't count.
          if (pairIndex > 0) keptVisits[kind][productForm].push(visit);
          await endSession(context);
        }
      });
    printLine(`bundle: pair ${pairIndex} of ${pairs}`);
  }
  return keptVisits;
};

const MEASURED_VALUES = [
  { name: 'first restaurant painted', maximum: 1.05, valueOf: ({ paintedMs }: PhoneVisit) => paintedMs },
  { name: 'a tap on a chip works', maximum: 1.1, valueOf: ({ chosenMs }: PhoneVisit) => chosenMs ?? NaN },
  { name: 'bytes', maximum: 1.1, valueOf: ({ bytes }: PhoneVisit) => bytes },
] as const;

const visitFigures = (kind: VisitKind, visits: VisitsByForm): BenchFigure[] =>
  MEASURED_VALUES.flatMap(({ name, maximum, valueOf }) => {
    const [product, bundle] = [median(visits.product.map(valueOf)), median(visits.bundle.map(valueOf))];
    const report = name === 'bytes' ? reportedKbFigure : reportedMsFigure;
    return [
      report(BENCH_AREA, `${kind} visit, ${name}`, product),
      report(BENCH_AREA, `${kind} visit, ${name}, of one bundle`, bundle),
      boundRatioFigure(BENCH_AREA, `${kind} visit, ${name}, against one bundle`, { ratio: product / bundle, maximum }),
    ];
  });

const measureVisits = async (
  worlds: Worlds,
  pairs: number,
  printLine: (line: string) => void,
): Promise<BenchFigure[]> => {
  const visits = await visitInTurns(worlds, pairs, printLine);
  return VISIT_KINDS.flatMap((kind) => visitFigures(kind, visits[kind]));
};

/**
 * Measures how long a screen takes to open while its remote isn't loaded, and how long when it opens once more. Only
 * the product with federation is measured.
 */
const measureOpenings = async (
  { product }: Worlds,
  pairs: number,
  printLine: (line: string) => void,
): Promise<BenchFigure[]> => {
  const figures: BenchFigure[] = [];
  for (const { restMs, name, maximum } of [
    { restMs: REST_MS, name: `the finger rested ${REST_MS} ms`, maximum: 1.3 },
    { restMs: 0, name: 'cold', maximum: 2 },
  ]) {
    const openings = [];
    for (let round = 0; round < pairs; round += 1)
      openings.push(await measureScreenOpening(product, PHONE_SLOWNESS, restMs));
    printLine(`bundle: ${pairs} screens opened, ${name}`);
    const firstMs = median(openings.map((opening) => opening.firstMs));
    const againMs = median(openings.map((opening) => opening.againMs));
    figures.push(
      reportedMsFigure(BENCH_AREA, `a screen whose remote isn’t loaded opens, ${name}`, firstMs),
      reportedMsFigure(BENCH_AREA, `the same screen opens again, ${name}`, againMs),
      boundRatioFigure(BENCH_AREA, `a screen whose remote isn’t loaded against one that is, ${name}`, {
        ratio: firstMs / againMs,
        maximum,
      }),
    );
  }
  return figures;
};

const replaceBuilds = (target: string, source: string): void => {
  for (const folder of BUILT_FOLDERS) {
    rmSync(join(target, folder, 'dist'), { recursive: true });
    cpSync(join(source, folder, 'dist'), join(target, folder, 'dist'), { recursive: true });
  }
};

/** Opens the list of restaurants and then the screen whose text the second release changes. */
const visitChangedScreen = async (page: Page): Promise<void> => {
  await waitForQuiet(page);
  await page.evaluate(() => location.assign('#settings'));
  await page.getByRole('dialog').getByRole('heading').first().waitFor();
  await waitForQuiet(page);
};

/**
 * Returns the bytes that a returning visitor loads after a release of one remote, for the list of restaurants and one
 * screen of that remote.
 */
const bytesAfterRelease = (world: World, product: string, nextProduct: string): Promise<number> =>
  withPhone(async (context) => {
    const visitOptions = { ...visitOptionsOf(world), slowness: null };
    await measureVisitIn(context, visitOptions, visitChangedScreen);
    await world.kill();
    replaceBuilds(product, nextProduct);
    await world.restart();
    return (await measureVisitIn(context, visitOptions, visitChangedScreen)).bytes;
  });

/**
 * Compares the product with one application of the same sources without federation: how soon a visitor sees a
 * restaurant and can tap, and how much they load, at first, on their return, and after a release of one remote. Also
 * compares a screen whose remote isn't loaded with one that is.
 */
export const benchBundle = async (pairs: number, printLine: (line: string) => void): Promise<BenchFigure[]> => {
  printLine('bundle: building what changed');
  buildProduct();
  const releases = await buildTwoReleases(printLine);
  const startedWorlds: World[] = [];
  const startForm = async (form: ProductForm): Promise<World> => {
    const world = await startWorld({
      product: releases.before[form],
      content: 'demo',
      // The worker would load the rest of the app past the measured page, and the bundle has none.
      settings: { SERVICE_WORKER: 'off' },
    });
    startedWorlds.push(world);
    return world;
  };
  try {
    const worlds = { product: await startForm('product'), bundle: await startForm('bundle') };
    const figures = [
      ...(await measureVisits(worlds, pairs, printLine)),
      ...(await measureOpenings(worlds, pairs, printLine)),
    ];
    const productBytes = await bytesAfterRelease(worlds.product, releases.before.product, releases.after.product);
    const bundleBytes = await bytesAfterRelease(worlds.bundle, releases.before.bundle, releases.after.bundle);
    return [
      ...figures,
      reportedKbFigure(BENCH_AREA, 'returning visit after a release of one remote, bytes', productBytes),
      reportedKbFigure(BENCH_AREA, 'returning visit after a release of one remote, bytes, of one bundle', bundleBytes),
      boundRatioFigure(BENCH_AREA, 'returning visit after a release of one remote, bytes, against one bundle', {
        ratio: productBytes / bundleBytes,
        maximum: 0.35,
      }),
    ];
  } finally {
    for (const world of startedWorlds) await world.stop();
    releases.remove();
  }
};
