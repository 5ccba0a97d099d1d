import type { RemoteName } from '@mahlzeit/contract';
import type { ScreenDeclaration, ScreenModule, Timers } from '@mahlzeit/shared-ui/platform';
import type { AppProps } from 'single-spa';
import { LoadError } from './load-error';
import { OVERALL_MS } from './loadable';
import type { RemoteLoader } from './remote-loader';

/** Lifecycle function of a screen, as single-spa calls it. */
type Lifecycle = (props: object) => Promise<unknown>;

/** Lifecycles of a screen; `update` passes new parameters. */
export interface ScreenLifecycles {
  readonly bootstrap: Lifecycle;
  readonly mount: Lifecycle;
  readonly unmount: Lifecycle;
  readonly update: Lifecycle;
}

/** Milliseconds after which a mount or an unmount counts as failed. */
export const MOUNT_MS = 3_000;
export const UNMOUNT_MS = 1_000;

/** Mounted screen. */
interface MountedParcel {
  /** Resolves once the screen is mounted; rejects when the mount failed or exceeded its time. */
  readonly mounted: Promise<unknown>;
  update(props: object): Promise<void>;
  /** Unmounts the screen, also when its mount is still running or ends after it was abandoned. */
  unmount(): Promise<void>;
}

interface ParcelOptions {
  /** Unique among all mounts of a page: single-spa-react stores its roots by name. */
  readonly name: string;
  readonly lifecycles: ScreenLifecycles;
  readonly element: HTMLElement;
  readonly props: object;
}

// With `dieOnTimeout` only for mount, a hanging screen would hang again at unmount; with it for unmount too, no screen
// can block another.
const timeoutAfter = (millis: number) => ({ millis, dieOnTimeout: true, warningMillis: 2 * millis });
const timeouts = {
  bootstrap: timeoutAfter(MOUNT_MS),
  mount: timeoutAfter(MOUNT_MS),
  unmount: timeoutAfter(UNMOUNT_MS),
  update: timeoutAfter(MOUNT_MS),
};

// Rejections of these are handled elsewhere, or nobody waits for them any more.
const handled = (promise: Promise<unknown>): void => void promise.catch(() => undefined);

/**
 * Wraps the lifecycles so that everything that an abandoned mount renders later is removed again. (Single-spa itself
 * unmounts once after a failed or timed-out mount, but a mount may end even later.)
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

/** Function of single-spa that mounts a parcel. */
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
 * Creates the loader of the mount function: all screens are mounted below one parent. Single-spa 6 forgets an unmounted
 * parcel only when its parent has a name. It keeps root parcels for ever, with everything that their lifecycles
 * reference: each screen's container with the more than a hundred listeners that React adds. After a failure the next
 * call tries again.
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

/** Props of single-spa, which are open; single-spa itself needs the element. */
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
    // Single-spa keeps a failed parcel; its props are deleted so that it doesn't keep the page's elements.
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

/** State of a screen in its host: loading, mounted, or failed. */
export type ScreenPhase = 'loading' | 'mounted' | 'failed';

export interface MountDeps {
  readonly loader: RemoteLoader;
  /** Loads the mount function of parcels; called for each mount. */
  readonly loadMountParcel: () => Promise<MountParcel>;
  /** Lets the browser handle a tap between loading and rendering of the screen. */
  readonly yieldToBrowser: () => Promise<void>;
  readonly timers: Timers;
  /** Called when a loaded screen fails; the loader reports its own errors. */
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

/** Screen from the request until it is unmounted. */
export interface MountedScreen {
  /** Passes new props, now or after the mount. */
  update(props: object): void;
  /** Removes the screen, in any phase. */
  unmount(): void;
}

// Names of mounts must never repeat in a page: single-spa-react stores its roots by name.
let mountings = 0;

const nextName = (partName: string): string => {
  mountings += 1;
  return `${partName}#${mountings}`;
};

const isLifecycle = (value: unknown): value is Lifecycle => typeof value === 'function';

/** Returns the lifecycles of a loaded screen module; null when `defineScreen` hasn't created it. */
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
