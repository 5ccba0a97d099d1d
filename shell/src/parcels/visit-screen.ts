import type { RemoteName } from '@mahlzeit/contract';
import type { ScreenDeclaration, Timers } from '@mahlzeit/shared-ui/platform';
import type { mountRootParcel } from 'single-spa';
import type { RemoteLoader } from '../loader';
import { OVERALL_MS } from '../loader';
import type { MountedScreen } from './mount-screen';
import { mountScreen } from './mount-screen';
import { lifecyclesOf } from './screen-lifecycles';

/** What a screen's host shows: nothing yet, the screen, or that it can't be had. */
export type VisitState = 'loading' | 'mounted' | 'failed';

/** What visits depend on. */
export interface VisitDeps {
  readonly loader: RemoteLoader;
  readonly mountParcel: typeof mountRootParcel;
  readonly timers: Timers;
  /** Told why a screen could not be shown, where the loader hasn't told already. */
  readonly report: (failure: LoadFailure, what: string) => void;
}

/** One showing of a screen. */
export interface VisitRequest {
  readonly remote: RemoteName;
  readonly screen: ScreenDeclaration;
  /** Where the screen's container goes. */
  readonly host: HTMLElement;
  readonly props: object;
  onState(state: VisitState): void;
}

/** A screen from the moment it is asked for until it is left. */
export interface ScreenVisit {
  update(props: object): void;
  /** Ends the visit, whatever it is at. */
  leave(): void;
}

// Names of mountings must never repeat in a page.
let mountings = 0;

const broken = (name: string, cause?: unknown): LoadFailure => new LoadFailure('mount', 'broken', { message: `${name} could not be mounted`, cause });

const mountIn = async ({ loader, mountParcel }: VisitDeps, { remote, screen, props }: VisitRequest, container: () => HTMLElement | null): Promise<MountedScreen | null> => {
  const name = `${remote}/screen:${screen.key}`;
  const module = await loader.part(remote, { id: `screen:${screen.key}`, load: () => screen.load() });
  const lifecycles = lifecyclesOf(module.default);
  if (lifecycles === null) throw broken(name);
  const element = container();
  mountings += 1;
  return element && mountScreen(mountParcel, { name: `${name}#${mountings}`, lifecycles, element, props });
};
