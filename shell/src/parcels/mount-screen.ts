import type { mountRootParcel } from 'single-spa';
import type { ScreenLifecycles } from './screen-lifecycles';

/** Milliseconds after which a mount, and after which an unmount counts as failed. */
export const MOUNT_MS = 3_000;
export const UNMOUNT_MS = 1_000;

/** Single-spa's props are open; the element is the one it needs itself. */
type ParcelProps = Record<string, unknown> & { domElement: HTMLElement };

/** A screen that is being shown. */
export interface MountedParcel {
  /** Resolves once it is mounted; rejects when its mount failed or didn't end in time. */
  readonly mounted: Promise<unknown>;
  update(props: object): Promise<void>;
  /** Takes it away, also when its mount is still under way or ends after it was given up. */
  unmount(): Promise<void>;
}

export interface ParcelOptions {
  /** Unique among all mountings ever: single-spa-react keeps its roots by name. */
  readonly name: string;
  readonly lifecycles: ScreenLifecycles;
  readonly element: HTMLElement;
  readonly props: object;
}

// Dying on time-out at mount alone would unmount a stuck screen stuck; at unmount, too, none can freeze another.
const within = (millis: number) => ({ millis, dieOnTimeout: true, warningMillis: 2 * millis });
const timeouts = { bootstrap: within(MOUNT_MS), mount: within(MOUNT_MS), unmount: within(UNMOUNT_MS), update: within(MOUNT_MS) };

// Rejections of these are answered elsewhere, or concern what nobody waits for any more.
const handled = (promise: Promise<unknown>): void => void promise.catch(() => undefined);

/**
 * Wraps the lifecycles so that what a given up mount draws after all is taken away again. (Single-spa itself unmounts
 * once when a mount fails or its time is over, but a mount may end later still.)
 */
const abandonable = (lifecycles: ScreenLifecycles) => {
  let isGivenUp = false;

  const mount = async (props: object): Promise<void> => {
    await lifecycles.mount(props);
    if (isGivenUp) handled(lifecycles.unmount(props));
  };

  const giveUp = (): void => {
    isGivenUp = true;
  };

  return { mount, giveUp };
};

/** Mounts a screen as a root parcel. */
export const mountAsParcel = (mountParcel: typeof mountRootParcel, { name, lifecycles, element, props }: ParcelOptions): MountedParcel => {
  const { mount, giveUp } = abandonable(lifecycles);
  const config = { name, bootstrap: lifecycles.bootstrap, mount, unmount: lifecycles.unmount, update: lifecycles.update, timeouts };
  const given: ParcelProps = { domElement: element, ...props };
  const parcel = mountParcel(config, given);
  for (const promise of [parcel.loadPromise, parcel.bootstrapPromise, parcel.mountPromise, parcel.unmountPromise]) handled(promise);

  const mounted = parcel.mountPromise.catch((error: unknown) => {
    giveUp();
    throw error;
  });
  handled(mounted);

  const unmount = async (): Promise<void> => {
    await mounted.catch(() => undefined);
    if (parcel.getStatus() === 'MOUNTED') await parcel.unmount();
    // Single-spa 6 keeps every root parcel for ever; at least it shall not keep the page's elements.
    for (const key of Object.keys(given)) Reflect.deleteProperty(given, key);
  };

  return {
    mounted,
    async update(next) {
      if (parcel.getStatus() === 'MOUNTED') await parcel.update?.(Object.assign(given, next));
    },
    unmount,
  };
};
