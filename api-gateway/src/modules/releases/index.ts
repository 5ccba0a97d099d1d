import type { Deployment, GoogleMaps, PrerenderRequest, StartPlace } from '@mahlzeit/contract';
import { Router } from 'express';
import type { GatewayModule, ModuleDeps, Worker } from '../../platform';
import {
  createPageRouter,
  createPartnerPageRouter,
  createPaymentReturnRouter,
  renderPageHtml,
  renderUnavailableHtml,
} from './page';
import type { LinkPreview, PageSources, SharedLink } from './page';
import { createPrerenderCache, createPrerenderThread, prerenderReleaseOf } from './prerender';
import {
  createAssetRouter,
  createReleaseFolder,
  createReleaseService,
  createReleaseStore,
  presentDeployment,
  presentRegistry,
  registrySource,
  releasesRoutes,
} from './registry';
import type { CurrentReleases, ShellManifest } from './registry';

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

export interface ReleasesDeps extends Pick<ModuleDeps, 'config' | 'address' | 'database' | 'clock' | 'log'> {
  readonly providers: PageProviders;
  /**
   * Finds the preview of a shared link for a messenger; null without a preview. `address` is the messenger's IP
   * address, for rate limits.
   */
  findPreview(link: SharedLink, address: string): Promise<LinkPreview | null>;
  /** Loads the first restaurants of the list around a place. */
  loadList(startPlace: StartPlace): Promise<PrerenderRequest>;
}

/**
 * Creates the module of built front ends: the registry of current releases, their files, and the pages that load them.
 */
export const createReleasesModule = ({
  config,
  address,
  database,
  clock,
  log,
  providers: { googleMaps, testPayments, takesOrders, thirdPartyPages, isSandbox },
  findPreview,
  loadList,
}: ReleasesDeps): GatewayModule => {
  const releaseFolder = createReleaseFolder(config.frontsDir);
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
      const prerenderRelease = options.startsAt === null ? null : prerenderReleaseOf(currentReleases, releaseFolder);
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
  const partnerPageRouter = createPartnerPageRouter({
    publicUrl,
    sources: pageSources,
    isSandbox,
    now: () => clock.now(),
    findRelease: async () => (await releaseService.current()).console,
  });
  const releaseWatcher: Worker = {
    name: 'releases/watch',
    everyMs: RELEASE_CHECK_INTERVAL_MS,
    async run() {
      await releaseService.publishNew();
      const currentReleases = await releaseService.current();
      const prerenderRelease = hasShell(currentReleases) ? prerenderReleaseOf(currentReleases, releaseFolder) : null;
      if (prerenderRelease !== null) await prerenderCache.prepare(prerenderRelease);
    },
  };

  return {
    routes: releasesRoutes(async () => {
      const currentReleases = await releaseService.current();
      return hasShell(currentReleases) ? registryOf(currentReleases, false) : null;
    }),
    router: Router().use(
      createAssetRouter(releaseFolder),
      createPaymentReturnRouter({ publicUrl, sources: pageSources }),
      partnerPageRouter,
      pageRouter,
    ),
    topics: [registrySource],
    workers: [releaseWatcher],
    personalData: {
      storesNothingBecause: 'releases are built, not used',
      impersonalTables: ['release', 'release_channel'],
    },
  };
};
