import type { RemoteName } from '@mahlzeit/contract';
import type { ScreenDeclaration, ScreenModule, Timers } from '@mahlzeit/shared-ui/platform';
import type { mountRootParcel } from 'single-spa';
import type { RemoteLoader } from '../loader/remote-loader';
import { LoadError } from '../loader/load-failure';
import { OVERALL_MS } from '../loader/loadable';
import type { MountedParcel } from './mount-screen';
import { mountAsParcel } from './mount-screen';
import type { ScreenLifecycles } from './screen-lifecycles';
import { lifecyclesOf } from './screen-lifecycles';

/** What a screen's host shows: nothing yet, the screen, or that it can't be had. */
export type ScreenPhase = 'loading' | 'mounted' | 'failed';

export interface MountDeps {
  readonly loader: RemoteLoader;
  /** Loads single-spa's way to mount a root parcel; asked for at each mount. */
  readonly loadMountParcel: () => Promise<typeof mountRootParcel>;
  /** Lets the browser answer a tap between the screen's code and its first drawing. */
  readonly yieldToBrowser: () => Promise<void>;
  readonly timers: Timers;
  /** Called when a loaded screen breaks; the loader reports its own errors. */
  readonly report: (error: LoadError, what: string) => void;
}

export interface MountRequest {
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

/** Loads a screen and mounts it into a container of its own, with one deadline over all. */
export const mountScreen = ({ loader, loadMountParcel, yieldToBrowser, timers, report }: MountDeps, { remote, screen, host, props, onPhase }: MountRequest): MountedScreen => {
  const what = `${remote}/screen:${screen.key}`;
  const container = host.ownerDocument.createElement('div');
  let phase: ScreenPhase | 'unmounted' = 'loading';
  let shown: MountedParcel | null = null;
  let latest = props;

  const reportMount = (cause: unknown): void => report(new LoadError('mount', 'broken', { message: `${what} broke`, cause }), what);

  const end = (next: 'failed' | 'unmounted'): void => {
    if (phase === 'unmounted' || phase === next) return;
    phase = next;
    stopDeadline();
    if (shown) shown.unmount().catch(reportMount).finally(() => container.remove());
    shown = null;
    if (next === 'failed') onPhase(next);
  };

  const stopDeadline = timers.after(OVERALL_MS, () => {
    report(new LoadError('overall', 'timeout', { message: `${what} took longer than ${OVERALL_MS} ms` }), what);
    end('failed');
  });

  const mount = async (mountParcel: typeof mountRootParcel, lifecycles: ScreenLifecycles): Promise<void> => {
    host.append(container);
    const mounting = mountAsParcel(mountParcel, { name: nextName(what), lifecycles, element: container, props: latest });
    const given = latest;
    shown = mounting;
    await mounting.mounted;
    if (shown !== mounting) return;
    phase = 'mounted';
    stopDeadline();
    onPhase(phase);
    if (latest !== given) await mounting.update(latest);
  };

  const load = (): Promise<readonly [{ default: ScreenModule }, typeof mountRootParcel]> =>
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
