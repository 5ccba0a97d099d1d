import type { RemoteName } from '@mahlzeit/contract';
import type { ScreenDeclaration, ScreenModule, Timers } from '@mahlzeit/shared-ui/platform';
import type { AppProps } from 'single-spa';
import { LoadError } from './load-error';
import { OVERALL_MS } from './loadable';
import type { RemoteLoader } from './remote-loader';

/** Lifecycle function of a screen, as single-spa calls it. */
type Lifecycle = (props: object) => Promise<unknown>;

/** Lifecycle functions of a screen; `update` receives new parameters. */
export interface ScreenLifecycles {
  readonly bootstrap: Lifecycle;
  readonly mount: Lifecycle;
  readonly unmount: Lifecycle;
  readonly update: Lifecycle;
}

/** Time limits of mounting and of unmounting, in milliseconds. */
export const MOUNT_MS = 3_000;
export const UNMOUNT_MS = 1_000;

/** Screen that is being mounted or is mounted as a parcel of single-spa. */
interface MountedParcel {
  /** Resolves once the screen is mounted; rejects when the mount failed or exceeded its time. */
  readonly mounted: Promise<unknown>;
  update(props: object): Promise<void>;
  /** Unmounts the screen; waits if its mount is still running. */
  unmount(): Promise<void>;
}

interface ParcelOptions {
  /** Name of the parcel, unique among all mounts of a page, because single-spa-react stores its roots by name. */
  readonly name: string;
  readonly lifecycles: ScreenLifecycles;
  readonly element: HTMLElement;
  readonly props: object;
}

// `dieOnTimeout` rejects a lifecycle that takes too long. It is also set for unmount: otherwise a screen that never
// finishes its unmount would block all other screens.
const timeoutAfter = (millis: number) => ({ millis, dieOnTimeout: true, warningMillis: 2 * millis });
const timeouts = {
  bootstrap: timeoutAfter(MOUNT_MS),
  mount: timeoutAfter(MOUNT_MS),
  unmount: timeoutAfter(UNMOUNT_MS),
  update: timeoutAfter(MOUNT_MS),
};

// Marks a promise whose rejection is handled elsewhere or doesn't matter, so that the browser doesn't report it.
const handled = (promise: Promise<unknown>): void => void promise.catch(() => undefined);

/**
 * Wraps `mount`, so that a mount that ends after it was abandoned is unmounted again. Single-spa itself unmounts once
 * after a failed or timed-out mount, but the mount may still end later.
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

/** Function of single-spa that mounts a parcel below its parent. */
export type MountParcel = AppProps['mountParcel'];

const resolveAtOnce = (): Promise<void> => Promise.resolve();

/** Mounts an empty root parcel, and resolves with the function that mounts parcels below it. */
const mountParent = (mountRoot: MountParcel): Promise<MountParcel> =>
  new Promise((resolve, reject) => {
    const mount = async ({ mountParcel }: AppProps): Promise<void> => resolve(mountParcel);
    const parent = mountRoot(
      { name: 'screens', bootstrap: resolveAtOnce, mount, unmount: resolveAtOnce },
      { domElement: document.createElement('div') },
    );
    for (const promise of [parent.loadPromise, parent.bootstrapPromise, parent.unmountPromise]) handled(promise);
    parent.mountPromise.catch(reject);
  });

/**
 * Returns a function that loads the mount function; all screens are mounted below one parent parcel. Without a named
 * parent, single-spa 6 never forgets an unmounted parcel: it keeps everything that the parcel's lifecycles reference,
 * such as the container with more than a hundred listeners that React adds. After a failure, the next call tries again.
 */
export const createParcelLoader = (loadMountRoot: () => Promise<MountParcel>): (() => Promise<MountParcel>) => {
  let parent: Promise<MountParcel> | null = null;
  const mountParcel = async (): Promise<MountParcel> => {
    try {
      return await mountParent(await loadMountRoot());
    } catch (error) {
      parent = null;
      throw error;
    }
  };
  return () => (parent ??= mountParcel());
};

/** Props of a parcel. Single-spa requires the element; all other props are passed on to the screen. */
type ParcelProps = Record<string, unknown> & { domElement: HTMLElement };

/** Mounts a screen as a parcel. */
export const mountAsParcel = (
  mountParcel: MountParcel,
  { name, lifecycles, element, props }: ParcelOptions,
): MountedParcel => {
  const { mount, giveUp } = abandonable(lifecycles);
  const config = {
    name,
    bootstrap: lifecycles.bootstrap,
    mount,
    unmount: lifecycles.unmount,
    update: lifecycles.update,
    timeouts,
  };
  const parcelProps: ParcelProps = { domElement: element, ...props };
  const parcel = mountParcel(config, parcelProps);
  for (const promise of [parcel.loadPromise, parcel.bootstrapPromise, parcel.mountPromise, parcel.unmountPromise])
    handled(promise);

  const mounting = parcel.mountPromise.catch((error: unknown) => {
    giveUp();
    throw error;
  });
  handled(mounting);

  const unmount = async (): Promise<void> => {
    await mounting.catch(() => undefined);
    if (parcel.getStatus() === 'MOUNTED') await parcel.unmount();
    // Single-spa keeps failed parcels for ever. Deleting the props releases the page's elements.
    for (const key of Object.keys(parcelProps)) Reflect.deleteProperty(parcelProps, key);
  };

  return {
    mounted: mounting,
    async update(next) {
      if (parcel.getStatus() === 'MOUNTED') await parcel.update?.(Object.assign(parcelProps, next));
    },
    unmount,
  };
};

/** Phase of a screen, as its host knows it: loading, mounted, or failed. */
export type ScreenPhase = 'loading' | 'mounted' | 'failed';

export interface MountDeps {
  readonly loader: RemoteLoader;
  /** Loads the mount function of parcels; called for each mount. */
  readonly loadMountParcel: () => Promise<MountParcel>;
  /** Lets the browser handle a tap between loading and rendering of the screen. */
  readonly yieldToBrowser: () => Promise<void>;
  readonly timers: Timers;
  /** Called when a loaded screen fails or takes too long. Errors of loading are reported by the loader itself. */
  readonly report: (error: LoadError, partName: string) => void;
}

interface MountRequest {
  readonly remote: RemoteName;
  readonly screen: ScreenDeclaration;
  /** Parent of the screen's own container. */
  readonly host: HTMLElement;
  readonly props: object;
  onPhase(phase: ScreenPhase): void;
}

/** Screen that was requested and not yet unmounted, in any phase. */
export interface MountedScreen {
  /** Passes new props to the screen; before the mount, the mount uses them. */
  update(props: object): void;
  /** Unmounts and removes the screen, in any phase. */
  unmount(): void;
}

// Number of mounts in this page, part of each parcel's name: single-spa-react stores its roots by name, so names must
// never repeat.
let mountings = 0;

const nextName = (partName: string): string => {
  mountings += 1;
  return `${partName}#${mountings}`;
};

const isLifecycle = (value: unknown): value is Lifecycle => typeof value === 'function';

/** Returns the lifecycles of a screen's module; null for a module that wasn't created by `defineScreen`. */
const lifecyclesOf = ({ bootstrap, mount, unmount, update }: ScreenModule): ScreenLifecycles | null =>
  isLifecycle(bootstrap) && isLifecycle(mount) && isLifecycle(unmount) && isLifecycle(update)
    ? { bootstrap, mount, unmount, update }
    : null;

/** Loads a screen and mounts it into its own container, with one deadline for everything. */
export const mountScreen = (
  { loader, loadMountParcel, yieldToBrowser, timers, report }: MountDeps,
  { remote, screen, host, props, onPhase }: MountRequest,
): MountedScreen => {
  const partName = `${remote}/screen:${screen.key}`;
  const container = host.ownerDocument.createElement('div');
  let phase: ScreenPhase | 'unmounted' = 'loading';
  let parcel: MountedParcel | null = null;
  let latest = props;

  const reportMount = (cause: unknown): void =>
    report(new LoadError('mount', 'broken', { message: `${partName} broke`, cause }), partName);

  const end = (next: 'failed' | 'unmounted'): void => {
    if (phase === 'unmounted' || phase === next) return;
    phase = next;
    stopDeadline();
    if (parcel)
      parcel
        .unmount()
        .catch(reportMount)
        .finally(() => container.remove());
    parcel = null;
    if (next === 'failed') onPhase(next);
  };

  const stopDeadline = timers.after(OVERALL_MS, () => {
    report(new LoadError('overall', 'timeout', { message: `${partName} took longer than ${OVERALL_MS} ms` }), partName);
    end('failed');
  });

  const mount = async (mountParcel: MountParcel, lifecycles: ScreenLifecycles): Promise<void> => {
    host.append(container);
    const mounting = mountAsParcel(mountParcel, {
      name: nextName(partName),
      lifecycles,
      element: container,
      props: latest,
    });
    const mountedProps = latest;
    parcel = mounting;
    await mounting.mounted;
    if (parcel !== mounting) return;
    phase = 'mounted';
    stopDeadline();
    onPhase(phase);
    if (latest !== mountedProps) await mounting.update(latest);
  };

  const load = (): Promise<readonly [{ default: ScreenModule }, MountParcel]> =>
    Promise.all([loader.part(remote, { id: `screen:${screen.key}`, load: () => screen.load() }), loadMountParcel()]);

  const showScreen = async (): Promise<void> => {
    const loadedScreen = await load().catch(() => null);
    await yieldToBrowser();
    if (phase !== 'loading') return;
    if (loadedScreen === null) return end('failed');
    const [module, mountParcel] = loadedScreen;
    const lifecycles = lifecyclesOf(module.default);
    if (lifecycles === null) throw new Error(`${partName} has no lifecycles`);
    await mount(mountParcel, lifecycles);
  };

  void showScreen().catch((error: unknown) => {
    reportMount(error);
    end('failed');
  });

  return {
    update(next) {
      latest = next;
      if (phase === 'mounted') parcel?.update(next).catch(reportMount);
    },
    unmount: () => end('unmounted'),
  };
};
