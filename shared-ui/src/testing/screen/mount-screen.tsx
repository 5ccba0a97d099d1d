import { createElement } from 'react';
import type { ReactNode } from 'react';
import { defineScreen } from '../../platform/shell/define-screen';
import type { ScreenModule, ScreenProps } from '../../platform/shell/shell-contract';
import { Slot } from '../../platform/shell/slot';
import type { ShownSlot } from '../shell/scenario';

type ScreenLifecycle = (props: object) => Promise<unknown>;

const isLifecycle = (value: unknown): value is ScreenLifecycle => typeof value === 'function';

const lifecycleOf = (screen: ScreenModule, lifecycleName: keyof ScreenModule): ScreenLifecycle => {
  const lifecycle = screen[lifecycleName];
  if (!isLifecycle(lifecycle)) throw new Error(`The screen has no ${lifecycleName}: make it by defineScreen`);
  return lifecycle;
};

/** Screen that is mounted in an element. */
export interface ScreenInElement {
  update(props: ScreenProps): Promise<void>;
  unmount(): Promise<void>;
}

let mountCount = 0;

/**
 * Runs the lifecycles of a screen as single-spa does, under a unique name, but without single-spa's time-outs.
 * `onPhase` is called at the start of each phase.
 */
export const mountInElement = async (
  screen: ScreenModule,
  domElement: HTMLElement,
  props: ScreenProps,
  onPhase?: (phase: 'bootstrap' | 'mount') => void,
): Promise<ScreenInElement> => {
  mountCount += 1;
  const parcelProps = { name: `screen#${mountCount}`, domElement };
  for (const phase of ['bootstrap', 'mount'] as const) {
    onPhase?.(phase);
    await lifecycleOf(screen, phase)({ ...props, ...parcelProps });
  }
  return {
    async update(nextProps) {
      await lifecycleOf(screen, 'update')({ ...nextProps, ...parcelProps });
    },
    async unmount() {
      await lifecycleOf(screen, 'unmount')({ ...props, ...parcelProps });
    },
  };
};

/** Creates a screen that renders only one slot of a remote. */
export const slotScreen = ({ slot, props }: ShownSlot, fallback: ReactNode): ScreenModule =>
  defineScreen(() => createElement(Slot<typeof slot>, { name: slot, props, fallback }));
