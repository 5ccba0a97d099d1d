import type { RemoteName } from '@mahlzeit/contract';
import type { ScreenDeclaration, ScreenModule } from '@mahlzeit/shared-ui/platform';
import type { AppProps } from 'single-spa';
import { LoadError, toLoadError } from './load-error';
import type { LoadPhase } from './load-error';
import { screenPart } from './remote-loader';
import type { RemoteLoader, ReportFailure } from './remote-loader';

/** Lifecycle function of a screen, as single-spa calls it. */
type ScreenLifecycle = (props: object) => Promise<unknown>;

/** Lifecycle functions of a screen; `update` receives new parameters. */
export interface ScreenLifecycles {
  readonly bootstrap: ScreenLifecycle;
  readonly mount: ScreenLifecycle;
  readonly unmount: ScreenLifecycle;
  readonly update: ScreenLifecycle;
}

/** Time limits of mounting and of unmounting, in milliseconds. */
export const MAX_MOUNT_MS = 3_000;
export const MAX_UNMOUNT_MS = 1_000;

/**
 * Screen that is being mounted or is mounted as a parcel of single-spa (a component that single-spa mounts and
 * unmounts).
 */
interface MountedParcel {
  /** Resolves once the screen is mounted; rejects when the mount failed or exceeded its time. */
  readonly mounted: Promise<unknown>;
  update(props: object): Promise<void>;
  /** Unmounts the screen. If its mount is still running, waits for it. */
  unmount(): Promise<void>;
}

interface ParcelOptions {
  /** Name of the parcel, unique among all mounts in a page, because single-spa-react stores its React roots by name. */
  readonly name: string;
  readonly lifecycles: ScreenLifecycles;
  readonly element: HTMLElement;
  readonly props: object;
}

// `dieOnTimeout` rejects a lifecycle that takes too long. It is also set for unmount: otherwise a screen that never
// finishes its unmount would block all other screens.
const timeoutAfter = (timeoutMs: number) => ({ millis: timeoutMs, dieOnTimeout: true, warningMillis: 2 * timeoutMs });
const parcelTimeouts = {
  bootstrap: timeoutAfter(MAX_MOUNT_MS),
  mount: timeoutAfter(MAX_MOUNT_MS),
  unmount: timeoutAfter(MAX_UNMOUNT_MS),
  update: timeoutAfter(MAX_MOUNT_MS),
};

// Marks a promise whose rejection is handled elsewhere or doesn't matter, so that the browser doesn't report it.
const ignoreRejection = (promise: Promise<unknown>): void => void promise.catch(() => undefined);

/**
 * Wraps the lifecycle function `mount`, so that a mount that ends after it was abandoned is unmounted again. Single-spa
 * itself unmounts once after a failed or timed-out mount, but the mount may still end later.
 */
const createAbandonableMount = (lifecycles: ScreenLifecycles) => {
  let isMountAbandoned = false;

  const mount = async (props: object): Promise<void> => {
    await lifecycles.mount(props);
    if (isMountAbandoned) ignoreRejection(lifecycles.unmount(props));
  };

  const abandonMount = (): void => {
    isMountAbandoned = true;
  };

  return { mount, giveUp: abandonMount };
};

/** Function of single-spa that mounts a parcel below its parent. */
export type MountParcel = AppProps['mountParcel'];

const resolveAtOnce = (): Promise<void> => Promise.resolve();

/** Mounts an empty root parcel, and resolves with the function that mounts parcels below it. */
const mountParentParcel = (mountRoot: MountParcel): Promise<MountParcel> =>
  new Promise((resolve, reject) => {
    const mount = async ({ mountParcel }: AppProps): Promise<void> => resolve(mountParcel);
    const parentParcel = mountRoot(
      { name: 'screens', bootstrap: resolveAtOnce, mount, unmount: resolveAtOnce },
      { domElement: document.createElement('div') },
    );
    for (const promise of [parentParcel.loadPromise, parentParcel.bootstrapPromise, parentParcel.unmountPromise])
      ignoreRejection(promise);
    parentParcel.mountPromise.catch(reject);
  });

/**
 * Returns a function that loads single-spa's function for mounting parcels; all screens are mounted below one parent
 * parcel. Without a named parent, single-spa 6 never forgets an unmounted parcel: it keeps everything that the parcel's
 * lifecycles reference, such as the container with more than a hundred listeners that React adds. After a failure, the
 * next call tries again.
 */
export const createParcelLoader = (loadMountRoot: () => Promise<MountParcel>): (() => Promise<MountParcel>) => {
  let parentMountParcel: Promise<MountParcel> | null = null;
  const mountParcel = async (): Promise<MountParcel> => {
    try {
      return await mountParentParcel(await loadMountRoot());
    } catch (error) {
      parentMountParcel = null;
      throw error;
    }
  };
  return () => (parentMountParcel ??= mountParcel());
};

/** Props of a parcel. Single-spa requires the element; all other props are passed on to the screen. */
type ParcelProps = Record<string, unknown> & { domElement: HTMLElement };

/**
 * Mounts a screen as a parcel of single-spa. After a failed mount, the parcel is still unmounted if the mount ends
 * later.
 */
export const mountAsParcel = (
  mountParcel: MountParcel,
  { name, lifecycles, element, props }: ParcelOptions,
): MountedParcel => {
  const { mount, giveUp } = createAbandonableMount(lifecycles);
  const parcelConfig = {
    name,
    bootstrap: lifecycles.bootstrap,
    mount,
    unmount: lifecycles.unmount,
    update: lifecycles.update,
    timeouts: parcelTimeouts,
  };
  const parcelProps: ParcelProps = { domElement: element, ...props };
  const parcel = mountParcel(parcelConfig, parcelProps);
  for (const promise of [parcel.loadPromise, parcel.bootstrapPromise, parcel.mountPromise, parcel.unmountPromise])
    ignoreRejection(promise);

  const mountPromise = parcel.mountPromise.catch((error: unknown) => {
    giveUp();
    throw error;
  });
  ignoreRejection(mountPromise);

  const unmount = async (): Promise<void> => {
    await mountPromise.catch(() => undefined);
    if (parcel.getStatus() === 'MOUNTED') await parcel.unmount();
    // Single-spa keeps failed parcels for ever. Deleting the props releases the elements of the page to which they
    // refer.
    for (const key of Object.keys(parcelProps)) Reflect.deleteProperty(parcelProps, key);
  };

  return {
    mounted: mountPromise,
    async update(nextProps) {
      if (parcel.getStatus() === 'MOUNTED') await parcel.update?.(Object.assign(parcelProps, nextProps));
    },
    unmount,
  };
};

/** Phase of a screen: loading, mounted, or failed. The component that renders the screen's container needs it. */
export type ScreenPhase = 'loading' | 'mounted' | 'failed';

export interface MountScreenDeps {
  readonly loader: RemoteLoader;
  /** Loads single-spa's function for mounting parcels; called for each mount. */
  readonly loadMountParcel: () => Promise<MountParcel>;
  /** Lets the browser handle a tap between loading and rendering of the screen. */
  readonly yieldToBrowser: () => Promise<void>;
  /** Called when a loaded screen fails or takes too long. Errors of loading are reported by the loader itself. */
  readonly report: ReportFailure;
}

interface MountScreenRequest {
  readonly remote: RemoteName;
  readonly screen: ScreenDeclaration;
  /** Element in which the screen's own container is created. */
  readonly host: HTMLElement;
  readonly props: object;
  /** `error` is the reason of the phase `failed`; null in any other phase. */
  onPhase(phase: ScreenPhase, error: LoadError | null): void;
}

/** Screen that was requested and isn't unmounted yet, in any phase. */
export interface MountedScreen {
  /** Passes new props to the screen. Before the screen is mounted, the props are stored and used for the mount. */
  update(props: object): void;
  /** Unmounts and removes the screen, in any phase. */
  unmount(): void;
}

// Number of mounts in this page, part of each parcel's name: single-spa-react stores its roots by name, so names must
// never repeat.
let mountCount = 0;

const nextParcelName = (partName: string): string => {
  mountCount += 1;
  return `${partName}#${mountCount}`;
};

const isLifecycle = (value: unknown): value is ScreenLifecycle => typeof value === 'function';

/** Returns the lifecycles of a screen's module; null for a module that wasn't created by `defineScreen`. */
const lifecyclesOf = ({ bootstrap, mount, unmount, update }: ScreenModule): ScreenLifecycles | null =>
  isLifecycle(bootstrap) && isLifecycle(mount) && isLifecycle(unmount) && isLifecycle(update)
    ? { bootstrap, mount, unmount, update }
    : null;

/**
 * Loads a screen and mounts it into its own container. The loader limits the time for loading, and single-spa the time
 * for mounting.
 */
export const mountScreen = (
  { loader, loadMountParcel, yieldToBrowser, report }: MountScreenDeps,
  { remote, screen, host, props, onPhase }: MountScreenRequest,
): MountedScreen => {
  const partName = `${remote}/screen:${screen.key}`;
  const container = host.ownerDocument.createElement('div');
  let phase: ScreenPhase | 'unmounted' = 'loading';
  let parcel: MountedParcel | null = null;
  let latestProps = props;

  const reportBroken = (phase: LoadPhase, cause: unknown): LoadError => {
    const error = new LoadError(phase, 'broken', { message: `${partName} broke`, cause });
    report(error, partName, loader.releaseOf(remote));
    return error;
  };

  const endScreen = (finalPhase: 'failed' | 'unmounted', error: LoadError | null = null): void => {
    if (phase === 'unmounted' || phase === finalPhase) return;
    phase = finalPhase;
    if (parcel)
      parcel
        .unmount()
        .catch((cause: unknown) => reportBroken('mount', cause))
        .finally(() => container.remove());
    parcel = null;
    if (finalPhase === 'failed') onPhase(finalPhase, error);
  };

  const mount = async (mountParcel: MountParcel, lifecycles: ScreenLifecycles): Promise<void> => {
    host.append(container);
    const mountedParcel = mountAsParcel(mountParcel, {
      name: nextParcelName(partName),
      lifecycles,
      element: container,
      props: latestProps,
    });
    const mountedProps = latestProps;
    parcel = mountedParcel;
    await mountedParcel.mounted;
    if (parcel !== mountedParcel) return;
    phase = 'mounted';
    onPhase(phase, null);
    if (latestProps !== mountedProps)
      await mountedParcel.update(latestProps).catch((cause: unknown) => reportBroken('update', cause));
  };

  const loadScreenModule = (): Promise<readonly [{ default: ScreenModule }, MountParcel]> =>
    Promise.all([loader.part(remote, screenPart(screen.key)), loadMountParcel()]);

  const showScreen = async (): Promise<void> => {
    const loadedScreen = await loadScreenModule().catch((error: unknown) => toLoadError(error, 'chunk'));
    await yieldToBrowser();
    if (phase !== 'loading') return;
    if (loadedScreen instanceof LoadError) return endScreen('failed', loadedScreen);
    const [loadedModule, mountParcel] = loadedScreen;
    const lifecycles = lifecyclesOf(loadedModule.default);
    if (lifecycles === null) throw new Error(`${partName} has no lifecycles`);
    await mount(mountParcel, lifecycles);
  };

  void showScreen().catch((cause: unknown) => endScreen('failed', reportBroken('mount', cause)));

  return {
    update(nextProps) {
      latestProps = nextProps;
      if (phase === 'mounted') parcel?.update(nextProps).catch((cause: unknown) => reportBroken('update', cause));
    },
    unmount: () => endScreen('unmounted'),
  };
};
