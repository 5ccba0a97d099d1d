import { createElement, Suspense, useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { useShell } from '../screen/shell-context';
import type { SlotName, SlotProps } from '../shell-contract';
import { SlotBoundary } from './slot-boundary';
import { slotLoadsOf } from './slot-loads';
import { SlotNotOffered } from './slot-not-offered';

interface SlotRequest<N extends SlotName> {
  readonly name: N;
  /** What the slot's component gets. */
  readonly props: SlotProps[N];
  /** Shown where the slot is missing or broken; a function gets the way to try again. */
  readonly fallback: ReactNode | ((retry: () => void) => ReactNode);
  /** Shown while it loads; nothing by default. */
  readonly loading?: ReactNode;
}

const wordsOf = (reason: unknown): string => (reason instanceof Error ? reason.message : String(reason));

/**
 * A part of another remote, drawn inside this tree; whatever happens to it, the host stays.
 * Its component is waited for without suspending: React holds suspended content back for up to 300 ms.
 */
export const Slot = <N extends SlotName>({ name, props, fallback, loading = null }: SlotRequest<N>) => {
  const { remotes, logEvent } = useShell();
  const loads = slotLoadsOf(remotes);
  const load = useSyncExternalStore(loads.subscribe, () => loads.stateOf(name));
  const attempt = useSyncExternalStore(loads.subscribe, loads.attempt);
  const report = useEffectEvent((reason: unknown) => {
    if (!(reason instanceof SlotNotOffered)) logEvent('slot_failed', { slot: name, error: wordsOf(reason) });
  });

  useEffect(() => loads.ask(name, (reason) => report(reason)), [loads, name, attempt]);

  const instead = typeof fallback === 'function' ? fallback(loads.retry) : fallback;
  if (load.status === 'loading') return loading;
  if (load.status === 'failed') return instead;
  return (
    <SlotBoundary key={name} attempt={attempt} fallback={instead} onFailure={(error) => logEvent('slot_failed', { slot: name, error: error.message })}>
      <Suspense fallback={loading}>{createElement(load.component, props)}</Suspense>
    </SlotBoundary>
  );
};
