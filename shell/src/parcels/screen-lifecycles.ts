import type { ScreenModule } from '@mahlzeit/shared-ui/platform';

/** One step of a screen's life as single-spa calls it. */
export type Lifecycle = (props: object) => Promise<unknown>;

/** The steps of a screen; `update` hands it new parameters. */
export interface ScreenLifecycles {
  readonly bootstrap: Lifecycle;
  readonly mount: Lifecycle;
  readonly unmount: Lifecycle;
  readonly update: Lifecycle;
}

const isLifecycle = (value: unknown): value is Lifecycle => typeof value === 'function';

/** The lifecycles of a loaded screen module; null when it isn't one made by `defineScreen`. */
export const lifecyclesOf = ({ bootstrap, mount, unmount, update }: ScreenModule): ScreenLifecycles | null =>
  isLifecycle(bootstrap) && isLifecycle(mount) && isLifecycle(unmount) && isLifecycle(update) ? { bootstrap, mount, unmount, update } : null;
