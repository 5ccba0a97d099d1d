// Replaces the modules of Module Federation's runtime that handle manifests and preload their files: `SnapshotHandler`
// and `utils/preload`. They aren't needed: the registry names every entry, and the page's script loader fetches the
// first entries.

const throwUnavailable = (): never => {
  throw new Error('Remotes come from the registry: there are no federation manifests to ask or to preload by');
};

/**
 * Replaces the class of Module Federation's runtime that handles manifests. The runtime creates one object for each
 * instance, and calls it for every plugin and every removed remote.
 */
export class SnapshotHandler {
  readonly hooks = { applyPlugin: (): void => undefined };
  readonly manifestCache = new Map<string, unknown>();
  readonly loadRemoteSnapshotInfo = throwUnavailable;
}

/**
 * Replaces the function of Module Federation's runtime that returns a remote's federation manifest. The result is
 * always empty, because the registry names the remotes, without federation manifests.
 */
export const getGlobalRemoteInfo = (): object => ({});

export const defaultPreloadArgs = throwUnavailable;
export const formatPreloadArgs = throwUnavailable;
export const normalizePreloadExposes = throwUnavailable;
export const preloadAssets = throwUnavailable;
