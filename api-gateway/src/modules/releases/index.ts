import { join } from 'node:path';
import type { Deployment, GoogleMaps, PrerenderRequest, StartPlace } from '@mahlzeit/contract';
import { Router } from 'express';
import type { GatewayModule, ModuleDeps, TeamVerifier, Worker } from '../../platform';
import {
  createPageRouter,
  createPaymentReturnRouter,
  createSeparatePagesRouter,
  renderPageHtml,
  renderUnavailableHtml,
} from './page';
import type { LinkPreview, PageSources, SharedLink } from './page';
import { createPrerenderCache, createPrerenderThread, prerenderReleaseOf } from './prerender';
import type { CurrentReleases, ReleaseName, ShellManifest } from './manifest';
import {
  createAssetRouter,
  createReleaseFolder,
  createReleaseService,
  presentDeployment,
  presentRegistry,
  releasesRoutes,
} from './registry';
import type { ReleaseActs } from './store';
import {
  createReleaseActs,
  createReleaseRoutes,
  createReleaseStore,
  createStoredFiles,
  createTeamVerifier,
  registrySource,
} from './store';

export { createTeamTokens, packRelease } from './store';
export type { ActResult, Actor, PublishOptions, ReleaseActs, TeamTokens } from './store';

const RELEASE_CHECK_INTERVAL_MS = 2000;

type ReleasesWithShell = CurrentReleases & { readonly shell: ShellManifest };

const hasShell = (currentReleases: CurrentReleases): currentReleases is ReleasesWithShell =>
  currentReleases.shell !== null;

/** Services of third parties that a page may use. */
export interface PageProviders {
  /** Google's map; null if the deployment doesn't offer it. */
  readonly googleMaps: Pick<GoogleMaps, 'key' | 'scriptUrl'> | null;
  /** Pages of third parties to which the app leads. */
  readonly thirdPartyPages: Pick<PageSources, 'cards' | 'paypalUrl' | 'signInUrls'>;
  /** Payment options that move no real money. */
  readonly testPayments: Deployment['testPayments'];
  /** Whether at least one payment provider is configured, so that diners can order. */
  readonly takesOrders: boolean;
  /** Whether payments go to our sandbox. */
  readonly isSandbox: boolean;
}

export interface ReleasesDeps extends Pick<
  ModuleDeps,
  'config' | 'address' | 'database' | 'clock' | 'log' | 'createRateLimiter'
> {
  readonly providers: PageProviders;
  /**
   * Finds the preview of a shared link for a messenger; null without a preview. `address` is the messenger's IP
   * address, for rate limits.
   */
  findPreview(link: SharedLink, address: string): Promise<LinkPreview | null>;
  /** Loads the first restaurants of the list around a place. */
  loadList(startPlace: StartPlace): Promise<PrerenderRequest>;
}

/** The module, and the verifier of the tokens with which teams publish their remotes. */
export interface ReleasesModule extends GatewayModule {
  readonly teamVerifier: TeamVerifier;
}

const PRUNE_INTERVAL_MS = 6 * 3_600_000;

/** Limit of requests with a wrong team token, for one IP address. */
const WRONG_TOKEN_RATE_LIMIT = { points: 60, durationMs: 60_000 } as const;

/**
 * Creates the module of built front ends: the registry of current releases, their files, and the pages that load them.
 */
export const createReleasesModule = ({
  config,
  address,
  database,
  clock,
  log,
  createRateLimiter,
  providers: { googleMaps, testPayments, takesOrders, thirdPartyPages, isSandbox },
  findPreview,
  loadList,
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
  const registryOf = ({ shell, remotes }: ReleasesWithShell, admitsGoogleMaps: boolean) =>
    presentRegistry({
      shell,
      remotes,
      generatedAt: clock.realNow(),
      now: clock.now(),
      deployment: presentDeployment(config, {
        googleMaps: googleMaps === null ? null : { ...googleMaps, isAdmitted: admitsGoogleMaps },
        testPayments,
        takesOrders,
      }),
    });

  const prerenderCache = createPrerenderCache({
    clock,
    loadList,
    startThread: createPrerenderThread,
    onBroken: (prerenderError) =>
      log.error({ err: prerenderError }, 'a release cannot prerender, pages begin with the skeleton'),
  });
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
    async isSharedSegment(pathSegment) {
      const { remotes } = await releaseService.current();
      return remotes.some(({ addresses }) => Object.hasOwn(addresses, `/${pathSegment}`));
    },
    async renderPage({ admitsGoogleMaps, ...options }) {
      const currentReleases = await releaseService.current();
      if (!hasShell(currentReleases)) return null;
      const prerenderRelease = options.startsAt === null ? null : prerenderReleaseOf(currentReleases, findVerifiedFile);
      const prerenderResult =
        prerenderRelease === null || options.startsAt === null
          ? null
          : await prerenderCache.prerenderAround(prerenderRelease, options.startsAt);
      return renderPageHtml({
        ...currentReleases,
        ...options,
        prerender: prerenderResult,
        registry: registryOf(currentReleases, admitsGoogleMaps),
      });
    },
    renderUnavailable: renderUnavailableHtml,
  });
  const separatePagesRouter = createSeparatePagesRouter({
    publicUrl,
    sources: pageSources,
    isSandbox,
    now: () => clock.now(),
    findRelease: async (pageName) =>
      (await releaseService.current()).pages.find(({ name }) => name === pageName) ?? null,
  });
  const releaseActs = createReleaseActs({
    database,
    clock,
    readComposition: releaseService.current,
    onChanged: releaseService.forgetState,
  });
  const releaseWatcher: Worker = {
    name: 'releases/watch',
    everyMs: RELEASE_CHECK_INTERVAL_MS,
    async run() {
      await releaseService.publishNew();
      const currentReleases = await releaseService.current();
      const prerenderRelease = hasShell(currentReleases) ? prerenderReleaseOf(currentReleases, findVerifiedFile) : null;
      if (prerenderRelease !== null) await prerenderCache.prepare(prerenderRelease);
    },
  };

  return {
    teamVerifier: createTeamVerifier(database, createRateLimiter('team-token', WRONG_TOKEN_RATE_LIMIT)),
    routes: [
      ...releasesRoutes(async () => {
        const currentReleases = await releaseService.current();
        return hasShell(currentReleases) ? registryOf(currentReleases, false) : null;
      }),
      ...createReleaseRoutes({ acts: releaseActs, createRateLimiter }),
    ],
    router: Router().use(
      createAssetRouter(releaseFolder, storedFiles),
      createPaymentReturnRouter({ publicUrl, sources: pageSources }),
      separatePagesRouter,
      pageRouter,
    ),
    topics: [registrySource],
    workers: [releaseWatcher],
    periodicJobs: [
      {
        name: 'releases/prune',
        everyMs: PRUNE_INTERVAL_MS,
        run: async () => void (await releaseActs.prune({ name: 'gateway', address: null })),
      },
    ],
    personalData: {
      storesNothingBecause: 'releases are built, not used; their log names tokens of teams',
      impersonalTables: [
        'release',
        'release_act',
        'release_build',
        'release_channel',
        'release_content',
        'release_file',
        'release_history',
        'release_pin',
        'release_token',
      ],
    },
  };
};

/**
 * Opens the acts on releases without a running gateway. Running gateways read the changes from the database and from
 * the change log.
 */
export const openReleaseActs = ({
  config,
  database,
  clock,
}: Pick<ReleasesDeps, 'config' | 'database' | 'clock'>): ReleaseActs => {
  const releaseService = createReleaseService({
    folder: createReleaseFolder(config.frontsDir),
    store: createReleaseStore(database),
    clock,
    // The running gateway reports a build that it can't read.
    onBroken: () => {},
  });
  return createReleaseActs({
    database,
    clock,
    readComposition: releaseService.current,
    onChanged: releaseService.forgetState,
  });
};
