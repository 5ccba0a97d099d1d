import { join } from 'node:path';
import type { Deployment, GoogleMaps, PrerenderRequest, PrerenderResult, StartPlace } from '@mahlzeit/contract';
import { Router } from 'express';
import type { GatewayModule, ModuleDeps, TeamVerifier, Worker } from '../../platform';
import type { Outbox } from '../mail';
import {
  createPageRouter,
  createPaymentReturnRouter,
  createPolicyReports,
  createSeparatePagesRouter,
  createWebAppRouter,
  createWorkerRouter,
  renderPageHtml,
  renderUnavailableHtml,
} from './page';
import type { LinkPreview, PageSources, SharedLink } from './page';
import { createOverrides } from './overrides';
import type { BrowserReleases } from './overrides';
import { createPrerenderCaches, createPrerenderThread, createTryPrerender, prerenderReleaseOf } from './prerender';
import {
  createHealthGauges,
  createHealthRoutes,
  createReleaseHealthReader,
  createReleaseHealthService,
} from './health';
import type { ReleaseHealthReader } from './health';
import { PAGE_NAMES, SHELL_NAME } from './manifest';
import type { CurrentReleases, ReleaseName, ShellManifest } from './manifest';
import {
  createAssetRouter,
  createReleaseFolder,
  createReleaseService,
  presentDeployment,
  presentRegistry,
  releasesRoutes,
  createVisitorCookies,
} from './registry';
import type { Visitor } from './registry';
import type { ReleaseActs } from './store';
import {
  createReleaseActs,
  createReleaseRoutes,
  createReleaseStore,
  createStoredFiles,
  createStoredRemotes,
  createTeamVerifier,
  registrySource,
} from './store';

export { createVisitorCookies } from './registry';
export { createTeamTokens, packRelease } from './store';
export type { ActResult, Actor, Promotion, PublishOptions, ReleaseActs, TeamTokens } from './store';
export type { ReleaseHealthReader } from './health';

const RELEASE_CHECK_INTERVAL_MS = 2000;

/** Facts, besides the cookies of a page, that decide which releases it gets. */
interface ReleaseChoice {
  readonly visitor?: Visitor;
  /** Releases that the page has reported as broken, each as `name@version`. */
  readonly failedReleases?: readonly string[];
}

type ReleasesWithShell = CurrentReleases & { readonly shell: ShellManifest };

const hasShell = (currentReleases: CurrentReleases): currentReleases is ReleasesWithShell =>
  currentReleases.shell !== null;

/** Services of third parties that a page may use. */
export interface PageProviders {
  /** Google's map; null if the deployment doesn't offer it. */
  readonly googleMaps: Pick<GoogleMaps, 'key' | 'scriptUrl'> | null;
  /** Pages of third parties that the app opens. */
  readonly thirdPartyPages: Pick<PageSources, 'cards' | 'paypalUrl' | 'signInUrls'>;
  /** Payment options that move no real money. */
  readonly testPayments: Deployment['testPayments'];
  /** Whether at least one payment provider is configured, so that diners can order. */
  readonly takesOrders: boolean;
  /** Whether payments go to the product's own sandbox. */
  readonly isSandbox: boolean;
  /** Origin of the sandbox that imitates payment providers and mail; null where it doesn't run. */
  readonly sandboxUrl: string | null;
}

export interface ReleasesDeps extends Pick<
  ModuleDeps,
  'config' | 'address' | 'database' | 'clock' | 'log' | 'secrets' | 'createRateLimiter'
> {
  readonly providers: PageProviders;
  readonly outbox: Outbox;
  /**
   * Finds the preview of a shared link for a messenger; null without a preview. `address` is the messenger's IP
   * address, which the rate limits count.
   */
  findPreview(link: SharedLink, address: string): Promise<LinkPreview | null>;
  /** Loads the first restaurants around a place, for the prerendered list. */
  loadList(startPlace: StartPlace): Promise<PrerenderRequest>;
}

/** Releases module, and the function that verifies the tokens with which teams publish their remotes. */
export interface ReleasesModule extends GatewayModule {
  readonly teamVerifier: TeamVerifier;
}

const PRUNE_INTERVAL_MS = 6 * 3_600_000;
const FORGET_INTERVAL_MS = 10 * 60_000;

/** Limit of requests with a wrong team token from one IP address. */
const WRONG_TOKEN_RATE_LIMIT = { points: 60, durationMs: 60_000 } as const;

/**
 * Creates the module of built front ends: the registry of current releases, their files, and the pages that load these
 * files.
 */
export const createReleasesModule = ({
  config,
  address,
  database,
  clock,
  log,
  createRateLimiter,
  providers: { googleMaps, testPayments, takesOrders, thirdPartyPages, isSandbox, sandboxUrl },
  outbox,
  findPreview,
  loadList,
  secrets,
}: ReleasesDeps): ReleasesModule => {
  const releaseFolder = createReleaseFolder(config.frontsDir);
  const storedFiles = createStoredFiles(database, join(config.dataDir, 'releases'));
  const findVerifiedFile = async (name: ReleaseName, path: string, integrity: string): Promise<string | null> =>
    (await releaseFolder.verify(name, path, integrity)) ?? storedFiles.verify(name, path, integrity);
  const releaseService = createReleaseService({
    folder: releaseFolder,
    store: createReleaseStore(database),
    clock,
    onBroken: (releaseName, readError) =>
      log.error({ name: releaseName, err: readError }, 'a built release cannot be read, the one before stays'),
  });
  const overrides = createOverrides({
    config,
    publicUrl: address.publicUrl,
    sandboxUrl,
    secrets,
    realNow: () => clock.realNow(),
    storedRemotes: createStoredRemotes(database),
    onUnreachable: (origin, cause) => log.warn({ origin, err: cause }, 'a dev server gives no build of its remote'),
  });
  const visitorCookies = createVisitorCookies(address.publicUrl);
  const releasesFor = async (
    cookieHeader: string | undefined,
    { visitor = visitorCookies.read(cookieHeader), failedReleases = [] }: ReleaseChoice = {},
  ) => {
    const currentReleases = await releaseService.current(visitor);
    return overrides.releasesFor(cookieHeader, await releaseService.replaceFailed(currentReleases, failedReleases));
  };
  const registryOf = (
    { shell, remotes, deliveryByRemote }: ReleasesWithShell,
    { devOrigins, overrides: pageOverrides }: Pick<BrowserReleases, 'devOrigins' | 'overrides'>,
    admitsGoogleMaps: boolean,
  ) =>
    presentRegistry({
      shell,
      remotes,
      deliveryByRemote,
      devOrigins,
      overrides: pageOverrides,
      generatedAt: clock.realNow(),
      now: clock.now(),
      deployment: presentDeployment(config, {
        googleMaps: googleMaps === null ? null : { ...googleMaps, isAdmitted: admitsGoogleMaps },
        testPayments,
        takesOrders,
        worksOffline: config.hasServiceWorker && shell.worker !== null,
      }),
    });

  const prerenderCaches = createPrerenderCaches({
    clock,
    loadList,
    startThread: createPrerenderThread,
    onBroken: (prerenderError) =>
      log.error({ err: prerenderError }, 'a release cannot prerender, pages begin with the skeleton'),
  });
  const prerenderAround = async (releases: CurrentReleases, startsAt: StartPlace): Promise<PrerenderResult | null> => {
    const release = prerenderReleaseOf(releases, findVerifiedFile);
    return release === null ? null : prerenderCaches.prerenderAround(release, startsAt);
  };
  const findWorkerFile = async (): Promise<string | null> => {
    const { shell } = await releaseService.current();
    const worker = config.hasServiceWorker ? (shell?.worker ?? null) : null;
    return shell === null || worker === null ? null : findVerifiedFile(SHELL_NAME, worker, shell.files[worker] ?? '');
  };
  const { publicUrl } = address;
  const pageSources: PageSources = {
    ...thirdPartyPages,
    isMeasured: config.deployment.measurementId !== null,
    tileUrl: config.deployment.mapTiles?.url ?? null,
    googleMapsUrl: googleMaps?.scriptUrl ?? null,
  };
  const pageRouter = createPageRouter({
    publicUrl,
    sources: pageSources,
    findPreview,
    findRedirect: async (request) =>
      visitorCookies.findRedirect(request.address) ?? (await overrides.findRedirect(request)),
    async isSharedSegment(pathSegment, cookieHeader) {
      const { remotes } = (await releasesFor(cookieHeader)).releases;
      return remotes.some(({ addresses }) => Object.hasOwn(addresses, `/${pathSegment}`));
    },
    async renderPage({ admitsGoogleMaps, cookieHeader, ...options }) {
      const { visitor, setCookie } = visitorCookies.readForPage(cookieHeader, await releaseService.hasRollout());
      const browserReleases = await releasesFor(cookieHeader, { visitor });
      const { releases, devOrigins } = browserReleases;
      if (!hasShell(releases)) return null;
      const html = renderPageHtml({
        ...releases,
        ...options,
        prerender: options.startsAt === null ? null : await prerenderAround(releases, options.startsAt),
        registry: registryOf(releases, browserReleases, admitsGoogleMaps),
      });
      return { html, devOrigins: [...new Set(devOrigins.values())], setCookie };
    },
    renderUnavailable: renderUnavailableHtml,
  });
  const separatePagesRouter = createSeparatePagesRouter({
    // Leaves out the moderation's page without a moderation token, because nobody could sign in there.
    pageNames: PAGE_NAMES.filter((name) => name !== 'moderation-console' || config.moderationTokens.length > 0),
    publicUrl,
    sources: pageSources,
    isSandbox,
    now: () => clock.now(),
    findRelease: async (pageName) =>
      (await releaseService.current()).pages.find(({ name }) => name === pageName) ?? null,
  });
  const policyReports = createPolicyReports({
    createRateLimiter,
    listRemotes: async () => (await releaseService.current()).remotes.map(({ name }) => name),
  });
  const releaseActs = createReleaseActs({
    database,
    clock,
    readComposition: () => releaseService.current(),
    tryPrerender: createTryPrerender({ loadList }),
    onChanged: releaseService.forgetState,
  });
  const releaseHealth = createReleaseHealthService({
    database,
    clock,
    log,
    outbox,
    supportEmail: config.deployment.supportEmail,
    onWithdrawn: releaseService.forgetState,
  });

  const releaseWatcher: Worker = {
    name: 'releases/watch',
    everyMs: RELEASE_CHECK_INTERVAL_MS,
    async run() {
      await releaseService.publishNew();
      const currentReleases = await releaseService.current();
      const prerenderRelease = hasShell(currentReleases) ? prerenderReleaseOf(currentReleases, findVerifiedFile) : null;
      if (prerenderRelease !== null) await prerenderCaches.prepare(prerenderRelease);
    },
  };

  return {
    teamVerifier: createTeamVerifier(database, createRateLimiter('team-token', WRONG_TOKEN_RATE_LIMIT)),
    routes: [
      ...releasesRoutes(async ({ cookieHeader, failedReleases }) => {
        const browserReleases = await releasesFor(cookieHeader, { failedReleases });
        const { releases } = browserReleases;
        return hasShell(releases) ? registryOf(releases, browserReleases, false) : null;
      }),
      ...overrides.routes,
      // Puts these routes before the routes of releases, whose `:version` would match the last part of their paths as
      // well.
      ...createHealthRoutes({ health: releaseHealth, createRateLimiter }),
      ...createReleaseRoutes({ acts: releaseActs, createRateLimiter }),
    ],
    router: Router().use(
      createAssetRouter(releaseFolder, storedFiles),
      createPaymentReturnRouter({ publicUrl, sources: pageSources }),
      createWebAppRouter(),
      createWorkerRouter({ publicUrl, sources: pageSources, findWorkerFile }),
      policyReports.router,
      separatePagesRouter,
      pageRouter,
    ),
    topics: [registrySource],
    workers: [releaseWatcher],
    periodicJobs: [
      {
        name: 'releases/prune',
        everyMs: PRUNE_INTERVAL_MS,
        clock: 'real',
        run: async () => void (await releaseActs.prune({ name: 'gateway', address: null })),
      },
      {
        name: 'releases/forget-visitors',
        everyMs: FORGET_INTERVAL_MS,
        clock: 'real',
        run: () => releaseHealth.prune(),
      },
    ],
    gauges: [...createHealthGauges({ database, clock }), policyReports.gauge],
    personalData: {
      storesNothingBecause:
        'releases are built, not used; their log names tokens of teams, and hashes of visitors live for a day',
      impersonalTables: [
        'release',
        'release_act',
        'release_build',
        'release_channel',
        'release_content',
        'release_file',
        'release_health',
        'release_health_period',
        'release_history',
        'release_load_time',
        'release_pin',
        'release_rollout',
        'release_token',
        'release_visitor',
        'release_withdrawal',
      ],
    },
  };
};

/**
 * Creates the functions that change releases without a running gateway. Running gateways read the changes from the
 * database and from the change log.
 */
export const openReleaseActs = ({
  config,
  database,
  clock,
  loadList,
}: Pick<ReleasesDeps, 'config' | 'database' | 'clock' | 'loadList'>): ReleaseActs => {
  const releaseService = createReleaseService({
    folder: createReleaseFolder(config.frontsDir),
    store: createReleaseStore(database),
    clock,
    // Ignores a build that can't be read here, because the running gateway reports it.
    onBroken: () => {},
  });
  return createReleaseActs({
    database,
    clock,
    readComposition: () => releaseService.current(),
    tryPrerender: createTryPrerender({ loadList }),
    onChanged: releaseService.forgetState,
  });
};

/** Creates the service that reads the results of releases without a running gateway. */
export const openReleaseHealth = (deps: Pick<ReleasesDeps, 'database' | 'clock'>): ReleaseHealthReader =>
  createReleaseHealthReader(deps);
