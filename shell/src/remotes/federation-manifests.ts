// Replaces the modules of Module Federation's runtime for manifests and their preloading: `SnapshotHandler` and
// `utils/preload`. The registry names every entry, and the page's script loader fetches the first ones.

const throwUnavailable = (): never => {
  throw new Error('Remotes come from the registry: there are no federation manifests to ask or to preload by');
};

/** Handler that the runtime creates for each instance, and calls for every plugin and every removed remote. */
export class SnapshotHandler {
  readonly hooks = { applyPlugin: (): void => undefined };
  readonly manifestCache = new Map<string, unknown>();
  readonly loadRemoteSnapshotInfo = throwUnavailable;
}

/** Returns the manifest data of a remote: nothing, as there are no manifests. */
export const getGlobalRemoteInfo = (): object => ({});

export const defaultPreloadArgs = throwUnavailable;
export const formatPreloadArgs = throwUnavailable;
export const normalizePreloadExposes = throwUnavailable;
export const preloadAssets = throwUnavailable;
