import type { Deployment, GoogleMaps, PrerenderRequest, StartPlace } from '@mahlzeit/contract';
import { Router } from 'express';
import type { GatewayModule, ModuleDeps, Worker } from '../../platform';
import {
  createPageRouter,
  createPartnerPageRouter,
  createPaymentReturnRouter,
  pageHtml,
  unavailableHtml,
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

const LOOK_EVERY_MS = 2000;

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
  loadList(start: StartPlace): Promise<PrerenderRequest>;
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
  const folder = createReleaseFolder(config.frontsDir);
  const releases = createReleaseService({
    folder,
    store: createReleaseStore(database),
    clock,
    onBroken: (name, cause) => log.error({ name, err: cause }, 'a built release cannot be read, the one before stays'),
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

  const prerenders = createPrerenderCache({
    clock,
    loadList,
    startThread: createPrerenderThread,
    onBroken: (cause) => log.error({ err: cause }, 'a release cannot prerender, pages begin with the skeleton'),
  });
  const { publicUrl } = address;
  const sources: PageSources = {
    ...thirdPartyPages,
    isMeasured: config.deployment.measurementId !== null,
    tileUrl: config.deployment.mapTiles?.url ?? null,
    googleMapsUrl: googleMaps?.scriptUrl ?? null,
  };
  const pages = createPageRouter({
    publicUrl,
    sources,
    findPreview,
    async isShared(segment) {
      const { remotes } = await releases.current();
      return remotes.some(({ addresses }) => Object.hasOwn(addresses, `/${segment}`));
    },
    async renderPage({ admitsGoogleMaps, ...options }) {
      const currentReleases = await releases.current();
      if (!hasShell(currentReleases)) return null;
      const prerenderRelease = options.startsAt === null ? null : prerenderReleaseOf(currentReleases, folder);
      const prerender =
        prerenderRelease === null || options.startsAt === null
          ? null
          : await prerenders.prerenderAround(prerenderRelease, options.startsAt);
      return pageHtml({
        ...currentReleases,
        ...options,
        prerender,
        registry: registryOf(currentReleases, admitsGoogleMaps),
      });
    },
    renderUnavailable: unavailableHtml,
  });
  const partnerPage = createPartnerPageRouter({
    publicUrl,
    sources,
    isSandbox,
    now: () => clock.now(),
    release: async () => (await releases.current()).console,
  });
  const watch: Worker = {
    name: 'releases/watch',
    everyMs: LOOK_EVERY_MS,
    async run() {
      await releases.publishNew();
      const currentReleases = await releases.current();
      const prerenderRelease = hasShell(currentReleases) ? prerenderReleaseOf(currentReleases, folder) : null;
      if (prerenderRelease !== null) await prerenders.prepare(prerenderRelease);
    },
  };

  return {
    routes: releasesRoutes(async () => {
      const currentReleases = await releases.current();
      return hasShell(currentReleases) ? registryOf(currentReleases, false) : null;
    }),
    router: Router().use(
      createAssetRouter(folder),
      createPaymentReturnRouter({ publicUrl, sources }),
      partnerPage,
      pages,
    ),
    topics: [registrySource],
    workers: [watch],
    personalData: {
      storesNothingBecause: 'releases are built, not used',
      impersonalTables: ['release', 'release_channel'],
    },
  };
};
