// Takes the place of what Module Federation's runtime knows of manifests and of preloading by them: `SnapshotHandler`
// and `utils/preload`. The registry names every entry, and the page's script loader asks for what comes first.

const refuse = (): never => {
  throw new Error('Remotes come from the registry: there are no federation manifests to ask or to preload by');
};

/** The runtime makes one for each of its instances, hands it every plugin and forgets removed remotes in it. */
export class SnapshotHandler {
  readonly hooks = { applyPlugin: (): void => undefined };
  readonly manifestCache = new Map<string, unknown>();
  readonly loadRemoteSnapshotInfo = refuse;
}

/** What manifests tell of a remote: nothing, as there are none. */
export const getGlobalRemoteInfo = (): object => ({});

export const defaultPreloadArgs = refuse;
export const formatPreloadArgs = refuse;
export const normalizePreloadExposes = refuse;
export const preloadAssets = refuse;
