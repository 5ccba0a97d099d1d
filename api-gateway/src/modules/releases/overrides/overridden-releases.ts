import type { OverrideOutcome, RemoteOverride } from '@mahlzeit/contract';
import type { CurrentReleases, RemoteManifest, RemoteName } from '../manifest';
import type { StoredRemotes } from '../store';
import type { DevServerReader } from './dev-server-reader';
import { OFF, originOf } from './override-values';
import type { OverrideValues } from './override-values';

/** Releases that one browser gets. */
export interface OverriddenReleases {
  readonly releases: CurrentReleases;
  /** Origins of the dev servers that serve remotes, by the name of the remote. */
  readonly devOrigins: ReadonlyMap<RemoteName, string>;
  readonly overrides: readonly RemoteOverride[];
}

interface OverridingDeps {
  /** Origins of dev servers that the deployment allows. */
  readonly allowedOrigins: readonly string[];
  readonly storedRemotes: Pick<StoredRemotes, 'find'>;
  readonly devServerReader: DevServerReader;
}

/**
 * Result of one override of a remote. `manifest` is null where the page doesn't get the remote at all, or gets its
 * current release.
 */
interface Replacement {
  readonly outcome: OverrideOutcome;
  readonly manifest: RemoteManifest | null;
}

/** Outcomes of an override after which the browser gets the current release. */
const FAILED_OUTCOMES: ReadonlySet<OverrideOutcome> = new Set(['unknownRelease', 'originNotAllowed', 'unreachable']);

/** Creates the function that replaces remotes' releases for one browser. */
export const createOverriding = ({ allowedOrigins, storedRemotes, devServerReader }: OverridingDeps) => {
  const replacementOf = async (
    { remotes }: CurrentReleases,
    [name, value]: readonly [RemoteName, string],
  ): Promise<Replacement> => {
    if (value === OFF) return { outcome: 'off', manifest: null };
    const origin = originOf(value);
    if (origin === null) {
      // Looks among the current releases as well, because a current release may be a development build, which isn't
      // stored.
      const current = remotes.find((remote) => remote.name === name && remote.version === value);
      const manifest = current ?? (await storedRemotes.find(name, value));
      return { outcome: manifest === null ? 'unknownRelease' : 'release', manifest };
    }
    if (!allowedOrigins.includes(origin)) return { outcome: 'originNotAllowed', manifest: null };
    const manifest = await devServerReader.findBuild(origin, name);
    return manifest === null
      ? { outcome: 'unreachable', manifest: null }
      : // The gateway has none of the files of this build.
        { outcome: 'devServer', manifest: { ...manifest, preload: [], prerender: null } };
  };

  return async (currentReleases: CurrentReleases, values: OverrideValues): Promise<OverriddenReleases> => {
    const replacements = await Promise.all(
      [...values].map(async ([name, value]) => ({
        name,
        value,
        ...(await replacementOf(currentReleases, [name, value])),
      })),
    );
    const manifestByName = new Map(currentReleases.remotes.map((manifest) => [manifest.name, manifest]));
    for (const { name, outcome, manifest } of replacements) {
      if (manifest !== null) manifestByName.set(name, manifest);
      else if (!FAILED_OUTCOMES.has(outcome)) manifestByName.delete(name);
    }
    return {
      releases: {
        ...currentReleases,
        remotes: [...manifestByName.values()].sort((left, right) => (left.name < right.name ? -1 : 1)),
      },
      devOrigins: new Map(
        replacements.flatMap(({ name, value, outcome }) => (outcome === 'devServer' ? [[name, value] as const] : [])),
      ),
      overrides: replacements.map(({ name, value, outcome }) => ({ name, value, outcome })),
    };
  };
};
