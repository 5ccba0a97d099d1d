import type { RemoteName } from '@mahlzeit/contract';
import type { ScreenDeclaration, ScreenModule, Timers } from '@mahlzeit/shared-ui/platform';
import type { AppProps } from 'single-spa';
import { LoadError } from './load-error';
import { OVERALL_MS } from './loadable';
import type { RemoteLoader } from './remote-loader';

/** One step of a screen's life as single-spa calls it. */
type Lifecycle = (props: object) => Promise<unknown>;

/** The steps of a screen; `update` hands it new parameters. */
export interface ScreenLifecycles {
  readonly bootstrap: Lifecycle;
  readonly mount: Lifecycle;
  readonly unmount: Lifecycle;
  readonly update: Lifecycle;
}

/** Milliseconds after which a mount, and after which an unmount counts as failed. */
export const MOUNT_MS = 3_000;
export const UNMOUNT_MS = 1_000;

/** A screen that is being shown. */
interface MountedParcel {
  /** Resolves once it is mounted; rejects when its mount failed or didn't end in time. */
  readonly mounted: Promise<unknown>;
  update(props: object): Promise<void>;
  /** Takes it away, also when its mount is still under way or ends after it was given up. */
  unmount(): Promise<void>;
}

interface ParcelOptions {
  /** Unique among all mountings ever: single-spa-react keeps its roots by name. */
  readonly name: string;
  readonly lifecycles: ScreenLifecycles;
  readonly element: HTMLElement;
  readonly props: object;
}

// Dying on time-out at mount alone would unmount a stuck screen stuck; at unmount, too, none can freeze another.
const within = (millis: number) => ({ millis, dieOnTimeout: true, warningMillis: 2 * millis });
const timeouts = {
  bootstrap: within(MOUNT_MS),
  mount: within(MOUNT_MS),
  unmount: within(UNMOUNT_MS),
  update: within(MOUNT_MS),
};

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

/** Single-spa's way to mount a parcel. */
export type MountParcel = AppProps['mountParcel'];

const nothing = (): Promise<void> => Promise.resolve();

/** Mounts a root parcel that shows nothing, and resolves with the way to mount parcels below it. */
const mountParent = (mountRoot: MountParcel): Promise<MountParcel> =>
  new Promise((resolve, reject) => {
    const mount = async ({ mountParcel }: AppProps): Promise<void> => resolve(mountParcel);
    const parent = mountRoot(
      { name: 'screens', bootstrap: nothing, mount, unmount: nothing },
      { domElement: document.createElement('div') },
    );
    for (const promise of [parent.loadPromise, parent.bootstrapPromise, parent.unmountPromise]) handled(promise);
    parent.mountPromise.catch(reject);
  });

/**
 * Makes the way to mount screens: all below one parent. Single-spa 6 forgets an unmounted parcel where its parent has a
 * name. Root parcels it keeps for ever, with all that their lifecycles reach: each screen's container would stay, and
 * the hundred and more listeners that React adds to it. After a failure the next call tries again.
 */
export const createParcelLoader = (loadMountRoot: () => Promise<MountParcel>): (() => Promise<MountParcel>) => {
  let parent: Promise<MountParcel> | null = null;
  const begin = async (): Promise<MountParcel> => {
    try {
      return await mountParent(await loadMountRoot());
    } catch (error) {
      parent = null;
      throw error;
    }
  };
  return () => (parent ??= begin());
};

/** Single-spa's props are open; the element is the one it needs itself. */
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
  const given: ParcelProps = { domElement: element, ...props };
  const parcel = mountParcel(config, given);
  for (const promise of [parcel.loadPromise, parcel.bootstrapPromise, parcel.mountPromise, parcel.unmountPromise])
    handled(promise);

  const mounted = parcel.mountPromise.catch((error: unknown) => {
    giveUp();
    throw error;
  });
  handled(mounted);

  const unmount = async (): Promise<void> => {
    await mounted.catch(() => undefined);
    if (parcel.getStatus() === 'MOUNTED') await parcel.unmount();
    // Single-spa keeps a parcel that broke; at least it shall not keep the page's elements.
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

/** What a screen's host shows: nothing yet, the screen, or that it can't be had. */
export type ScreenPhase = 'loading' | 'mounted' | 'failed';

export interface MountDeps {
  readonly loader: RemoteLoader;
  /** Loads the way to mount a parcel; asked for at each mount. */
  readonly loadMountParcel: () => Promise<MountParcel>;
  /** Lets the browser answer a tap between the screen's code and its first drawing. */
  readonly yieldToBrowser: () => Promise<void>;
  readonly timers: Timers;
  /** Called when a loaded screen breaks; the loader reports its own errors. */
  readonly report: (error: LoadError, what: string) => void;
}

interface MountRequest {
  readonly remote: RemoteName;
  readonly screen: ScreenDeclaration;
  /** The element that gets the screen's own container. */
  readonly host: HTMLElement;
  readonly props: object;
  onPhase(phase: ScreenPhase): void;
}

/** A screen from the moment it is asked for until it is unmounted. */
export interface MountedScreen {
  /** Hands it new props, now or as soon as it is mounted. */
  update(props: object): void;
  /** Takes the screen away, in whatever phase it is. */
  unmount(): void;
}

// Names of mountings must never repeat in a page: single-spa-react keeps its roots by name.
let mountings = 0;

const nextName = (what: string): string => {
  mountings += 1;
  return `${what}#${mountings}`;
};

const isLifecycle = (value: unknown): value is Lifecycle => typeof value === 'function';

/** The lifecycles of a loaded screen module; null when it isn't one made by `defineScreen`. */
const lifecyclesOf = ({ bootstrap, mount, unmount, update }: ScreenModule): ScreenLifecycles | null =>
  isLifecycle(bootstrap) && isLifecycle(mount) && isLifecycle(unmount) && isLifecycle(update)
    ? { bootstrap, mount, unmount, update }
    : null;

/** Loads a screen and mounts it into a container of its own, with one deadline over all. */
export const mountScreen = (
  { loader, loadMountParcel, yieldToBrowser, timers, report }: MountDeps,
  { remote, screen, host, props, onPhase }: MountRequest,
): MountedScreen => {
  const what = `${remote}/screen:${screen.key}`;
  const container = host.ownerDocument.createElement('div');
  let phase: ScreenPhase | 'unmounted' = 'loading';
  let shown: MountedParcel | null = null;
  let latest = props;

  const reportMount = (cause: unknown): void =>
    report(new LoadError('mount', 'broken', { message: `${what} broke`, cause }), what);

  const end = (next: 'failed' | 'unmounted'): void => {
    if (phase === 'unmounted' || phase === next) return;
    phase = next;
    stopDeadline();
    if (shown)
      shown
        .unmount()
        .catch(reportMount)
        .finally(() => container.remove());
    shown = null;
    if (next === 'failed') onPhase(next);
  };

  const stopDeadline = timers.after(OVERALL_MS, () => {
    report(new LoadError('overall', 'timeout', { message: `${what} took longer than ${OVERALL_MS} ms` }), what);
    end('failed');
  });

  const mount = async (mountParcel: MountParcel, lifecycles: ScreenLifecycles): Promise<void> => {
    host.append(container);
    const mounting = mountAsParcel(mountParcel, {
      name: nextName(what),
      lifecycles,
      element: container,
      props: latest,
    });
    const given = latest;
    shown = mounting;
    await mounting.mounted;
    if (shown !== mounting) return;
    phase = 'mounted';
    stopDeadline();
    onPhase(phase);
    if (latest !== given) await mounting.update(latest);
  };

  const load = (): Promise<readonly [{ default: ScreenModule }, MountParcel]> =>
    Promise.all([loader.part(remote, { id: `screen:${screen.key}`, load: () => screen.load() }), loadMountParcel()]);

  const show = async (): Promise<void> => {
    const loaded = await load().catch(() => null);
    await yieldToBrowser();
    if (phase !== 'loading') return;
    if (loaded === null) return end('failed');
    const [module, mountParcel] = loaded;
    const lifecycles = lifecyclesOf(module.default);
    if (lifecycles === null) throw new Error(`${what} has no lifecycles`);
    await mount(mountParcel, lifecycles);
  };

  void show().catch((error: unknown) => {
    reportMount(error);
    end('failed');
  });

  return {
    update(next) {
      latest = next;
      if (phase === 'mounted') shown?.update(next).catch(reportMount);
    },
    unmount: () => end('unmounted'),
  };
};
