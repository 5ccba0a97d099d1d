import { err, getRegistry, ok } from '@mahlzeit/contract';
import type { Deployment, PageOverrides, PageRegistry, RegistryRemote, ScriptHashes } from '@mahlzeit/contract';
import { openRoute } from '../../../platform';
import type { BoundRoute, GatewayConfig } from '../../../platform';
import { publicPathOf, SHELL_NAME } from '../manifest';
import type { ReleaseName, RemoteDelivery, RemoteManifest, ShellManifest } from '../manifest';

const scriptHashesOf = (releaseName: ReleaseName, files: Readonly<Record<string, string>>): ScriptHashes =>
  Object.fromEntries(
    Object.entries(files)
      .filter(([path]) => path.endsWith('.js'))
      .map(([path, integrityHash]) => [publicPathOf(releaseName, path), integrityHash]),
  );

/** Returns the shell's files without the service worker, which no page loads as a script. */
const pageFilesOf = ({ files, worker }: ShellManifest): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(files).filter(([path]) => path !== worker));

const presentRemote = (
  remoteManifest: RemoteManifest,
  origin: string | null,
  { channel, share }: RemoteDelivery = { channel: 'stable', share: 100 },
): RegistryRemote => ({
  name: remoteManifest.name,
  version: remoteManifest.version,
  channel,
  share,
  entry: `${origin ?? ''}${publicPathOf(remoteManifest.name, remoteManifest.entry)}`,
  integrity: remoteManifest.files[remoteManifest.entry] ?? '',
  globalName: remoteManifest.globalName,
  contract: remoteManifest.contract,
  bytes: remoteManifest.bytes,
  screens: remoteManifest.screens,
  mainScreen: remoteManifest.mainScreen,
  slots: remoteManifest.slots,
  commands: remoteManifest.commands,
  addresses: remoteManifest.addresses,
  frames: remoteManifest.frames,
  files: origin === null ? scriptHashesOf(remoteManifest.name, remoteManifest.files) : {},
  origin,
});

/** Builds the data about this deployment that every page gets, from the configuration and from the providers. */
export const presentDeployment = (
  { stage, version, deployment }: Pick<GatewayConfig, 'stage' | 'version' | 'deployment'>,
  builtFacts: Omit<Deployment, keyof GatewayConfig['deployment'] | 'stage' | 'version'>,
): Deployment => ({ stage, version, ...deployment, ...builtFacts });

/**
 * Data of the registry that every page gets: the current releases and data about the deployment. `generatedAt` and
 * `now` are epoch milliseconds.
 */
interface RegistryParts {
  readonly shell: ShellManifest;
  readonly remotes: readonly RemoteManifest[];
  /**
   * Channel and share by which this visitor got each release, by the name of the remote; by default `stable` for all.
   */
  readonly deliveryByRemote?: ReadonlyMap<string, RemoteDelivery>;
  /** Origins of the dev servers that serve remotes to this browser, by the name of the remote; by default none. */
  readonly devOrigins?: ReadonlyMap<string, string>;
  /** Overrides of releases in this browser; by default null, as in a deployment that allows none. */
  readonly overrides?: PageOverrides | null;
  readonly generatedAt: number;
  readonly now: number;
  readonly deployment: Deployment;
}

/** Builds the registry of releases, for the page and for /registry.json. */
export const presentRegistry = ({
  shell,
  remotes,
  deliveryByRemote,
  devOrigins,
  overrides = null,
  generatedAt,
  now,
  deployment,
}: RegistryParts): PageRegistry => ({
  generatedAt,
  now,
  shell: shell.version,
  scripts: scriptHashesOf(SHELL_NAME, pageFilesOf(shell)),
  remotes: remotes.map((manifest) =>
    presentRemote(manifest, devOrigins?.get(manifest.name) ?? null, deliveryByRemote?.get(manifest.name)),
  ),
  deployment,
  overrides,
});

/** Milliseconds after which a page may request a missing registry again. */
const RETRY_AFTER_MS = 5000;

/** Request of a page for the registry. */
export interface RegistryRequest {
  readonly cookieHeader: string | undefined;
  /** Releases that are broken according to the page, each as `name@version`. The registry leaves them out. */
  readonly failedReleases: readonly string[];
}

/** Creates the route of the registry. `findRegistry` returns null before the first build of the shell. */
export const releasesRoutes = (
  findRegistry: (request: RegistryRequest) => Promise<PageRegistry | null>,
): readonly BoundRoute[] => [
  openRoute(getRegistry, async ({ raw, query: { failed = [] } }) => {
    const currentRegistry = await findRegistry({
      cookieHeader: raw.request.headers.cookie,
      failedReleases: failed,
    });
    return currentRegistry === null ? err({ code: 'unavailable', retryAfterMs: RETRY_AFTER_MS }) : ok(currentRegistry);
  }),
];
