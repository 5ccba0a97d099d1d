import { mountRootParcel } from 'single-spa';
import type { ScreenModule, ScreenProps } from '../../platform/shell-contract';

type Lifecycle = (props: object) => Promise<unknown>;

const isLifecycle = (value: unknown): value is Lifecycle => typeof value === 'function';

const lifecycleOf = (screen: ScreenModule, name: keyof ScreenModule): Lifecycle => {
  const lifecycle = screen[name];
  if (!isLifecycle(lifecycle)) throw new Error(`The screen has no ${name}: make it by defineScreen`);
  return lifecycle;
};

/** A screen that stands in an element. */
export interface MountedScreen {
  update(props: ScreenProps): Promise<void>;
  unmount(): Promise<void>;
}

let mountings = 0;

// No screen may keep a host waiting for ever.
const within = { millis: 3_000, dieOnTimeout: true, warningMillis: 6_000 };

/** Mounts a screen as the shell does: as a single-spa parcel under a name of its own. */
export const mountScreen = async (screen: ScreenModule, domElement: HTMLElement, props: ScreenProps): Promise<MountedScreen> => {
  mountings += 1;
  const config = {
    name: `screen#${mountings}`,
    bootstrap: lifecycleOf(screen, 'bootstrap'), mount: lifecycleOf(screen, 'mount'),
    unmount: lifecycleOf(screen, 'unmount'), update: lifecycleOf(screen, 'update'),
    timeouts: { bootstrap: within, mount: within, unmount: within, update: within },
  };
  const parcel = mountRootParcel<Record<string, unknown>>(config, { domElement, ...props });
  await parcel.mountPromise;
  return {
    async update(next) {
      await parcel.update?.({ domElement, ...next });
    },
    async unmount() {
      await parcel.unmount();
    },
  };
};
