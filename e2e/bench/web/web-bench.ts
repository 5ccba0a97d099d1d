import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyProduct, root } from '../../world/product';
import type { World } from '../../world/start-world';
import { startWorld } from '../../world/start-world';
import type { Figure } from '../figure';
import { boundRatio, boundScore, median, reportedMs } from '../figure';
import { writeBareFronts } from './bare-release';
import type { ColdVisit, Slowness } from './cold-visit';
import { visitCold } from './cold-visit';
import type { LighthouseVisit } from './lighthouse-scores';
import { askLighthouse, CATEGORIES } from './lighthouse-scores';
import { timeLiveChange } from './live-change';

const AREA = 'web';
const ROUNDS = 15;
const LIGHTHOUSE_ROUNDS = 5;

/** A middling phone on a middling mobile connection: 9 Mbit/s, 60 ms there and back, a quarter of this processor. */
const PHONE: Slowness = { processor: 4, latencyMs: 60, bytesPerSecond: 1_125_000 };

const LEAST_SCORES = { performance: 90, accessibility: 100, 'best-practices': 100 } as const;

const build = (): void => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'e2e/world/build-product.mjs')], { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(stdout + stderr);
};

type Visit = () => Promise<ColdVisit>;

const visitProduct = ({ url }: World, slowness: Slowness | null): Visit => () => visitCold(`${url}/restaurants`, /\/api\/restaurants\/loadByLocation$/, slowness);
const visitBare = ({ url }: World, slowness: Slowness | null): Visit => () => visitCold(`${url}/restaurants`, /\/assets\/places\.[0-9a-f]+\.txt$/, slowness);

const openProduct = async (folder: string): Promise<World> => {
  const product = join(folder, 'product');
  copyProduct(root, product);
  return startWorld({ product, content: 'demo' });
};

const openBare = async (folder: string, like: ColdVisit, scriptBytes: number): Promise<World> => {
  const product = join(folder, `bare-${scriptBytes}`);
  copyProduct(root, product);
  await writeBareFronts(product, { product: join(folder, 'product'), places: like.places, scriptBytes });
  return startWorld({ product });
};

// A first try shows how much the bare page weighs beside its script; the second one weighs as much as the product.
const openBareAlike = async (folder: string, like: ColdVisit): Promise<World> => {
  const first = await openBare(folder, like, like.scriptBytes);
  const { bytes } = await visitBare(first, null)();
  await first.stop();
  return openBare(folder, like, like.scriptBytes + like.bytes - bytes);
};

interface Compared {
  readonly product: number;
  readonly bare: number;
}

/** Median times; the two take turns, and who begins, so that a busy moment of the machine hits both alike. */
const compare = async (product: Visit, bare: Visit, say: (line: string) => void): Promise<Compared> => {
  const times: { readonly product: number[]; readonly bare: number[] } = { product: [], bare: [] };
  const turns = [['product', product], ['bare', bare]] as const;
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [name, visit] of round % 2 === 0 ? turns : turns.toReversed()) {
      const { paintedMs } = await visit();
      // The first round warms the gateways up.
      if (round > 0) times[name].push(paintedMs);
    }
    say(`web: round ${round} of ${ROUNDS}`);
  }
  return { product: median(times.product), bare: median(times.bare) };
};

const figuresOf = (circumstance: string, { product, bare }: Compared): Figure[] => [
  reportedMs(AREA, `first restaurant painted, ${circumstance}`, product),
  reportedMs(AREA, `the same of a bare React page of the same bytes, ${circumstance}`, bare),
];

const measurePaint = async (product: World, bare: World, say: (line: string) => void): Promise<Figure[]> => {
  const phone = await compare(visitProduct(product, PHONE), visitBare(bare, PHONE), say);
  return [...figuresOf('as on a phone', phone), boundRatio(AREA, 'first restaurant painted against the bare page, as on a phone', { ratio: phone.product / phone.bare, most: 1.3 })];
};

/** A place of the demo world with lunch today. */
const PLACE = 'nudelzieherei-lin';

const measureLive = async (product: World, say: (line: string) => void): Promise<Figure[]> => {
  say('web: a dish changes');
  const { live, reloaded } = await timeLiveChange(product, PLACE);
  return [
    reportedMs(AREA, 'a changed dish seen on the open page', live),
    boundRatio(AREA, 'a changed dish seen on the open page against a reload', { ratio: live / reloaded, most: 0.5 }),
  ];
};

const measureLighthouse = async ({ url }: World, say: (line: string) => void): Promise<Figure[]> => {
  const visits: LighthouseVisit[] = [];
  for (let round = 1; round <= LIGHTHOUSE_ROUNDS; round += 1) {
    const visit = await askLighthouse(`${url}/restaurants`);
    visits.push(visit);
    say(`web: Lighthouse ${round} of ${LIGHTHOUSE_ROUNDS}: ${CATEGORIES.map((name) => visit.scores[name]).join(', ')}${visit.failed.map((title) => `; ${title}`).join('')}`);
  }
  return [
    ...CATEGORIES.map((name) => boundScore(AREA, `Lighthouse, mobile: ${name}`, { score: median(visits.map(({ scores }) => scores[name])), least: LEAST_SCORES[name] })),
    reportedMs(AREA, 'Lighthouse, mobile: largest contentful paint', median(visits.map(({ lcpMs }) => lcpMs))),
    reportedMs(AREA, 'Lighthouse, mobile: total blocking time', median(visits.map(({ tbtMs }) => tbtMs))),
  ];
};

/** How soon a first visitor sees a restaurant, against the least that a React page of as many bytes can do; how soon a change, against a reload; and what Lighthouse says. */
export const benchWeb = async (say: (line: string) => void): Promise<Figure[]> => {
  say('web: building what changed');
  build();
  const folder = mkdtempSync(join(tmpdir(), 'mahlzeit-bench-web-'));
  const worlds: World[] = [];
  try {
    const product = await openProduct(folder);
    worlds.push(product);
    const bare = await openBareAlike(folder, await visitProduct(product, null)());
    worlds.push(bare);
    return [...(await measurePaint(product, bare, say)), ...(await measureLive(product, say)), ...(await measureLighthouse(product, say))];
  } finally {
    for (const world of worlds) await world.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};
