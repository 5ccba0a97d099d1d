import type { PageRemote, RemoteName } from '@mahlzeit/contract';
import { isReleaseError, LoadError } from './load-error';

interface PageReleasesDeps {
  /** Releases with which the page was loaded. */
  readonly remotes: readonly PageRemote[];
  /** Registers a release with Module Federation, so that it can be loaded. */
  register(release: PageRemote): void;
  /**
   * Requests the current release of a remote from the gateway, or the last good one before it if the current one is
   * among `failedVersions`; null without an answer or a release.
   */
  fetchRelease(name: RemoteName, failedVersions: readonly string[]): Promise<PageRemote | null>;
  /** Called when the page will load another release of a remote. */
  onChanged(name: RemoteName): void;
}

/** Releases of the remotes that a page loads. */
export interface PageReleases {
  /** Returns the release of a remote. Throws a LoadError when there is none. */
  get(name: RemoteName): PageRemote;
  /** Returns the version of a remote's release; null if there is none. */
  versionOf(name: RemoteName): string | null;
  /** Records that an attempt to load the remote, or a part of it, has failed. */
  onFailed(name: RemoteName, error: LoadError): void;
  /** Records that the gateway may now deliver another release of the remote. */
  onSuperseded(name: RemoteName): void;
  /**
   * Records that a part of a release was loaded. The remote keeps the first release of which a part was loaded, even if
   * that part arrives after the page has chosen a later release.
   */
  onPartLoaded(release: PageRemote): void;
  /**
   * If a remote's release has failed or is no longer current, and no part of the remote runs yet, replaces the release
   * by the current one. If the current one has failed itself, a retry uses the last good one; a new request tries the
   * current one again.
   */
  renewStale(name: RemoteName, isRetry: boolean): Promise<void>;
}

/**
 * Holds the releases of the remotes that a page loads. A remote keeps its release, unless the release fails or is
 * replaced by a newer one before any part of the remote was loaded: then the page may load another release instead,
 * because no code of the former one runs.
 */
export const createPageReleases = ({ remotes, register, fetchRelease, onChanged }: PageReleasesDeps): PageReleases => {
  const releaseByName = new Map(remotes.map((remote) => [remote.name, remote]));
  /** Remotes whose release has failed or is no longer current since the page requested it. */
  const staleNames = new Set<RemoteName>();
  /** Versions that this page has found broken, by the name of their remote. */
  const failedVersionsByName = new Map<RemoteName, Set<string>>();
  const registeredVersions = new Set<string>();
  const runningNames = new Set<RemoteName>();
  const renewalByName = new Map<RemoteName, Promise<void>>();

  const changeToRelease = (release: PageRemote): void => {
    releaseByName.set(release.name, release);
    onChanged(release.name);
  };
  /** Registers a release with Module Federation, which accepts each release only once. */
  const registerOnce = (release: PageRemote): void => {
    const releaseId = `${release.name}@${release.version}`;
    if (registeredVersions.has(releaseId)) return;
    registeredVersions.add(releaseId);
    register(release);
  };
  const renew = async (name: RemoteName): Promise<void> => {
    const release = await fetchRelease(name, [...(failedVersionsByName.get(name) ?? [])]);
    renewalByName.delete(name);
    // While the request was running, another part of the remote may have been loaded.
    if (release === null || runningNames.has(name) || release.version === releaseByName.get(name)?.version) return;
    registerOnce(release);
    changeToRelease(release);
  };
  for (const remote of remotes) registerOnce(remote);

  return {
    get(name) {
      const release = releaseByName.get(name);
      if (release === undefined)
        throw new LoadError('entry', 'missing', { message: `The registry has no release of ${name}` });
      return release;
    },
    versionOf: (name) => releaseByName.get(name)?.version ?? null,
    onFailed(name, error) {
      staleNames.add(name);
      const version = releaseByName.get(name)?.version;
      if (version === undefined || !isReleaseError(error)) return;
      failedVersionsByName.set(name, new Set([...(failedVersionsByName.get(name) ?? []), version]));
    },
    onSuperseded: (name) => void staleNames.add(name),
    onPartLoaded(release) {
      const { name } = release;
      if (runningNames.has(name)) return;
      runningNames.add(name);
      if (release !== releaseByName.get(name)) changeToRelease(release);
    },
    async renewStale(name, isRetry) {
      if (runningNames.has(name)) return;
      if (staleNames.delete(name)) {
        if (!isRetry) failedVersionsByName.delete(name);
        renewalByName.set(name, renew(name));
      }
      await renewalByName.get(name);
    },
  };
};
