import type { PageRemote, RemoteName } from '@mahlzeit/contract';
import { LoadError } from './load-error';

interface PageReleasesDeps {
  /** Releases with which the page was loaded. */
  readonly remotes: readonly PageRemote[];
  /** Makes a release loadable. */
  register(release: PageRemote): void;
  /** Reads the present release of a remote from the gateway; null without an answer or a release. */
  fetchRelease(name: RemoteName): Promise<PageRemote | null>;
  /** Called when a remote has got another release. */
  onChanged(name: RemoteName): void;
}

/** Releases of the remotes that a page loads. */
export interface PageReleases {
  /** Returns the release of a remote. Throws a LoadError when there is none. */
  get(name: RemoteName): PageRemote;
  /** Records that an attempt to load the remote, or a part of it, has failed. */
  onFailed(name: RemoteName): void;
  /**
   * Records that a part of a release was loaded. The remote keeps the first release of which a part was loaded, even if
   * the part arrives after the page has turned to a later release.
   */
  onPartLoaded(release: PageRemote): void;
  /** Replaces the release of a remote that has failed by the present one, if no part of the remote runs yet. */
  renewFailed(name: RemoteName): Promise<void>;
}

/**
 * Creates the releases of the remotes that a page loads. A remote keeps its release, unless the release fails before
 * any part of the remote has been loaded: then the page may load the present release instead, because no code of the
 * former one runs.
 */
export const createPageReleases = ({ remotes, register, fetchRelease, onChanged }: PageReleasesDeps): PageReleases => {
  const releaseByName = new Map(remotes.map((remote) => [remote.name, remote]));
  const failedNames = new Set<RemoteName>();
  const runningNames = new Set<RemoteName>();
  const renewalByName = new Map<RemoteName, Promise<void>>();

  const changeTo = (release: PageRemote): void => {
    releaseByName.set(release.name, release);
    onChanged(release.name);
  };
  const renew = async (name: RemoteName): Promise<void> => {
    const release = await fetchRelease(name);
    renewalByName.delete(name);
    // Another part of the remote may have been loaded in the meantime.
    if (release === null || runningNames.has(name) || release.version === releaseByName.get(name)?.version) return;
    register(release);
    changeTo(release);
  };
  for (const remote of remotes) register(remote);

  return {
    get(name) {
      const release = releaseByName.get(name);
      if (release === undefined)
        throw new LoadError('entry', 'unreachable', { message: `The registry has no release of ${name}` });
      return release;
    },
    onFailed: (name) => void failedNames.add(name),
    onPartLoaded(release) {
      const { name } = release;
      if (runningNames.has(name)) return;
      runningNames.add(name);
      if (release !== releaseByName.get(name)) changeTo(release);
    },
    async renewFailed(name) {
      if (runningNames.has(name)) return;
      if (failedNames.delete(name)) renewalByName.set(name, renew(name));
      await renewalByName.get(name);
    },
  };
};
