import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PageRegistry } from '@mahlzeit/contract';
import type { Browser, Page } from '@playwright/test';
import { chromium } from '@playwright/test';
import { createTeamTokens, packRelease } from '../../api-gateway/src/modules/releases';
import { createHttpReleaseClient } from '../../api-gateway/src/release/http-release-client';
import type { ReleaseResult, ReleaseClient } from '../../api-gateway/src/release/release-client';
import { renameRelease } from '../fixtures/renamed-release';
import { watchConsoleErrors } from '../world/console-errors';
import { buildProduct, REMOTES, repositoryRoot } from '../world/product';
import { startWorld } from '../world/start-world';
import type { World } from '../world/start-world';
import type { BenchFigure } from './measure/figure';
import { lowerPriority } from './live/message-times';
import { boundCountFigure, boundMsFigure, percentile95 } from './measure/figure';
import { openWorldDatabase } from './measure/world-database';
import { CHROMIUM_LAUNCH, SHORT_LIFE_FLAGS } from '../world/chromium-launch';

const BENCH_AREA = 'release';
const VISITOR_COUNT = 20;
const RUN_MS = 120_000;
/**
 * Longest permitted time in ms from a command on a release (publish, promote or roll back) until a new visitor gets the
 * version.
 */
const MAX_DELIVERY_MS = 1_000;
/**
 * Time in ms for which a visitor looks at a screen. It is as long as people need to read a menu: twenty browsers that
 * never pause would need more processors than one machine has, and their pages would stop waiting.
 */
const LOOK_MS = 15_000;
/** Time in ms from the first page of one visitor to that of the next. */
const ARRIVAL_STEP_MS = 2_000;
/** Time in ms in which a screen must appear. */
const SCREEN_DEADLINE_MS = 60_000;
/**
 * Pause in ms after the release commands on one remote. Packing a release takes processor time that the visitors'
 * browsers lack meanwhile, and they catch up in this pause.
 */
const ROUND_PAUSE_MS = 1_000;

/** Screens of all remotes, which each visitor opens one after the other. */
const VISITED_HASHES = ['details/tag-nacht-bowl', 'sharedinvitation/unbekannt', 'login'];

const ACTS = ['publish', 'rollback', 'promote'] as const;

const tokenOf = async (world: World): Promise<string> => {
  const database = openWorldDatabase(world);
  try {
    const clock = { realNow: () => Date.now() };
    return await createTeamTokens({ database, clock }).issue({ remoteName: null, tokenName: 'bench' });
  } finally {
    await database.close();
  }
};

const versionsText = ({ remotes }: Pick<PageRegistry, 'remotes'>): string =>
  remotes
    .map(({ name, version }) => `${name} ${version}`)
    .sort()
    .join(', ');

const readRegistry = async (world: World): Promise<PageRegistry> =>
  PageRegistry.parse(await (await fetch(`${world.url}/registry.json`)).json());

/** Runs a command on a release, and returns the milliseconds until a new visitor gets the version. */
const timeCommand = async (
  world: World,
  version: string,
  act: () => Promise<ReleaseResult<unknown>>,
): Promise<number> => {
  const startMs = performance.now();
  const result = await act();
  if (!result.ok) throw new Error(`An act was refused: ${result.error.code} ${result.error.message}`);
  while (!versionsText(await readRegistry(world)).includes(version)) await delay(5);
  return performance.now() - startMs;
};

/** Everything that went wrong for the visitors, and the pages that they have seen. */
interface VisitLog {
  readonly faults: string[];
  readonly pageVersions: string[];
}

const visit = async (browser: Browser, world: World, log: VisitLog): Promise<void> => {
  // A phone without animations needs the least processor time for drawing.
  const context = await browser.newContext({
    baseURL: world.url,
    viewport: { width: 360, height: 740 },
    reducedMotion: 'reduce',
  });
  const consoleErrors = watchConsoleErrors(context);
  // One of the visited screens opens an unknown shared link, which the gateway answers with 404.
  consoleErrors.expect(/status of 404 .*\/api\/invitations\/shared\//);
  context.on('response', (response) => {
    if (response.status() >= 400 && !response.url().includes('/api/invitations/shared/'))
      log.faults.push(`${response.status()} ${response.url()}`);
  });
  const page: Page = await context.newPage();
  await page.goto('/restaurants', { timeout: SCREEN_DEADLINE_MS });
  const registryText = await page.locator('#registry').textContent();
  log.pageVersions.push(versionsText(PageRegistry.parse(JSON.parse(registryText ?? ''))));
  for (const hash of VISITED_HASHES) {
    await page.evaluate((target) => location.assign(`#${target}`), hash);
    await page
      .getByRole('dialog')
      .getByRole('heading')
      .first()
      .waitFor({ timeout: SCREEN_DEADLINE_MS })
      .catch(() => log.faults.push(`#${hash} was not shown`));
    await delay(LOOK_MS);
  }
  log.faults.push(...consoleErrors.lines);
  await context.close();
};

/** Lets visitors browse until `isOver`, each again and again with a new browser context. */
const browseUntil = async (isOver: () => boolean, browser: Browser, world: World): Promise<VisitLog> => {
  const log: VisitLog = { faults: [], pageVersions: [] };
  await Promise.all(
    Array.from({ length: VISITOR_COUNT }, async (_, index) => {
      await delay(index * ARRIVAL_STEP_MS);
      while (!isOver()) {
        await visit(browser, world, log).catch((visitError: unknown) => log.faults.push(String(visitError)));
      }
    }),
  );
  return log;
};

const randomHash = (): string => crypto.randomUUID().replaceAll('-', '').slice(0, 12);

type TimesByCommand = Readonly<Record<(typeof ACTS)[number], number[]>>;

/**
 * Publishes, rolls back and promotes all remotes in turns. Returns the times of each kind of command, and all sets of
 * versions that the gateway has delivered.
 */
const moveReleases = async (world: World, releaseClient: ReleaseClient, workFolder: string) => {
  const msByAct: TimesByCommand = { publish: [], rollback: [], promote: [] };
  const deliveredStates = new Set([versionsText(await readRegistry(world))]);
  const end = performance.now() + RUN_MS;
  for (let round = 0; performance.now() < end; round += 1) {
    const remote = REMOTES[round % REMOTES.length] ?? 'mf-social';
    const folder = join(workFolder, `${remote}-${round}`);
    const version = renameRelease(join(repositoryRoot, remote, 'dist'), folder, {
      hash: randomHash(),
      screen: 'contacts',
      label: 'Kontakte',
    });
    const archive = await packRelease(folder);
    rmSync(folder, { recursive: true });
    const formerVersion = (await readRegistry(world)).remotes.find(({ name }) => name === remote)?.version ?? '';
    const options = { channel: 'stable', isDryRun: false, note: null } as const;
    const actByName = {
      publish: () => timeCommand(world, version, () => releaseClient.publish(archive, options)),
      rollback: () => timeCommand(world, formerVersion, () => releaseClient.rollBack(remote, undefined)),
      promote: () =>
        timeCommand(world, version, () =>
          releaseClient.promote({ name: remote, version, channel: 'stable', share: 100, isForced: false }),
        ),
    };
    for (const commandName of ACTS) {
      msByAct[commandName].push(await actByName[commandName]());
      deliveredStates.add(versionsText(await readRegistry(world)));
    }
    await delay(ROUND_PAUSE_MS);
  }
  return { msByAct, deliveredStates };
};

/** Measures how fast releases reach new visitors, and whether visitors notice anything, while twenty of them browse. */
export const benchRelease = async (printLine: (line: string) => void): Promise<BenchFigure[]> => {
  buildProduct();
  const world = await startWorld({ content: 'demo', product: repositoryRoot });
  const workFolder = mkdtempSync(join(tmpdir(), 'mahlzeit-release-bench-'));
  const browser = await chromium.launch({
    executablePath: CHROMIUM_LAUNCH.path,
    args: [...CHROMIUM_LAUNCH.flags, ...SHORT_LIFE_FLAGS],
  });
  try {
    printLine(`${dirname(world.databaseFile)}: ${VISITOR_COUNT} visitors for ${RUN_MS / 1000} s …`);
    // Visitors have machines of their own, whose work must not delay the gateway.
    await lowerPriority(await browser.newPage());
    const releaseClient = createHttpReleaseClient({ gatewayUrl: world.url, token: await tokenOf(world), fetch });
    let isOver = false;
    const [{ msByAct, deliveredStates }, { faults, pageVersions }] = await Promise.all([
      moveReleases(world, releaseClient, workFolder).finally(() => (isOver = true)),
      browseUntil(() => isOver, browser, world),
    ]);
    for (const fault of new Set(faults)) printLine(fault);
    const unknownVersionSets = pageVersions.filter((versions) => !deliveredStates.has(versions));
    return [
      ...ACTS.map((act) =>
        boundMsFigure(BENCH_AREA, `${act}: to a new visitor, p95 of ${msByAct[act].length}`, {
          ms: percentile95(msByAct[act]),
          maximum: MAX_DELIVERY_MS,
        }),
      ),
      boundCountFigure(BENCH_AREA, `faults in ${pageVersions.length} visits`, { count: faults.length, maximum: 0 }),
      boundCountFigure(BENCH_AREA, 'pages with a mixture that was never delivered', {
        count: unknownVersionSets.length,
        maximum: 0,
      }),
    ];
  } finally {
    await browser.close();
    await world.stop();
    rmSync(workFolder, { recursive: true });
  }
};
