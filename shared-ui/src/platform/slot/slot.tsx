import { createElement, Suspense, use, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { useShell } from '../screen/shell-context';
import type { SlotName, SlotProps } from '../shell-contract';
import { SlotBoundary } from './slot-boundary';
import { slotLoadsOf } from './slot-loads';
import type { LoadedSlot } from './slot-loads';

interface SlotRequest<N extends SlotName> {
  readonly name: N;
  /** What the slot's component gets. */
  readonly props: SlotProps[N];
  /** Shown where the slot is missing or broken; a function gets the way to try again. */
  readonly fallback: ReactNode | ((retry: () => void) => ReactNode);
  /** Shown while it loads; nothing by default. */
  readonly loading?: ReactNode;
}

interface ArrivingProps<N extends SlotName> {
  readonly loaded: LoadedSlot<N>;
  readonly props: SlotProps[N];
}

const Arriving = <N extends SlotName>({ loaded, props }: ArrivingProps<N>) => createElement(use(loaded), props);

/** A part of another remote, drawn inside this tree; whatever happens to it, the host stays. */
export const Slot = <N extends SlotName>({ name, props, fallback, loading = null }: SlotRequest<N>) => {
  const { parts, logEvent } = useShell();
  const loads = slotLoadsOf(parts);
  const attempt = useSyncExternalStore(loads.subscribe, loads.attempt);
  return (
    <SlotBoundary
      key={name}
      attempt={attempt}
      fallback={typeof fallback === 'function' ? fallback(loads.retry) : fallback}
      onFailure={(error) => logEvent('slot_failed', { slot: name, error: error.message })}
    >
      <Suspense fallback={loading}>
        <Arriving loaded={loads.load(name)} props={props} />
      </Suspense>
    </SlotBoundary>
  );
};
