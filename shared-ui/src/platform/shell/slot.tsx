import { Component, createElement, Suspense, useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { createListeners } from '../events/listeners';
import type { RemoteResolver, SlotName, SlotProps } from './shell-contract';
import { useShell } from './use-shell';

/**
 * Error for a slot that no remote of this page declares. The deployment leaves out the remote on purpose, so the error
 * isn't logged.
 */
export class SlotNotOfferedError extends Error {
  constructor(slot: SlotName) {
    super(`No remote offers the slot ${slot}`);
    this.name = 'SlotNotOffered';
  }
}

/** Loading state of the component for a slot. */
type SlotLoad<N extends SlotName> =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly component: ComponentType<SlotProps[N]> }
  | { readonly status: 'failed' };

type LoadBySlotName = { [N in SlotName]?: SlotLoad<N> };

/** Loading states of all slots. Slots of the same name share one state. */
interface SlotLoads {
  stateOf<N extends SlotName>(name: N): SlotLoad<N>;
  /**
   * Loads the component of a slot, if it isn't loaded or loading yet. Calls `onFailure` with the reason, once for all
   * slots that wait for the component.
   */
  loadSlot<N extends SlotName>(name: N, onFailure: (reason: unknown) => void): void;
  /** Number of retries so far. When it increases, slots that failed during rendering try again. */
  attempt(): number;
  /** Resets failed slots, so that every slot that shows its fallback tries again. */
  retry(): void;
  /** Calls the listener after each change of a loading state. Returns an unsubscribe function. */
  subscribe(listener: () => void): () => void;
}

const LOADING_SLOT = { status: 'loading' } as const;

const createSlotLoads = (remotes: RemoteResolver): SlotLoads => {
  const slotLoads: LoadBySlotName = {};
  const listeners = createListeners();
  let retryCount = 0;

  const setSlotLoad = <N extends SlotName>(slotName: N, nextLoad: SlotLoad<N>): void => {
    const loadsOfName: { [K in N]?: SlotLoad<K> } = slotLoads;
    loadsOfName[slotName] = nextLoad;
    listeners.emit();
  };
  const slotLoadOf = <N extends SlotName>(slotName: N): SlotLoad<N> | undefined => {
    const loadsOfName: { [K in N]?: SlotLoad<K> } = slotLoads;
    return loadsOfName[slotName];
  };

  return {
    stateOf: (slotName) => slotLoadOf(slotName) ?? LOADING_SLOT,
    loadSlot(slotName, onFailure) {
      if (slotLoadOf(slotName) !== undefined) return;
      setSlotLoad(slotName, LOADING_SLOT);
      remotes.loadSlot(slotName).then(
        (component) => setSlotLoad(slotName, { status: 'ready', component }),
        (reason: unknown) => {
          setSlotLoad(slotName, { status: 'failed' });
          onFailure(reason);
        },
      );
    },
    attempt: () => retryCount,
    retry() {
      retryCount += 1;
      for (const [slotName, { status }] of Object.entries(slotLoads))
        if (status === 'failed') Reflect.deleteProperty(slotLoads, slotName);
      listeners.emit();
    },
    subscribe: listeners.add,
  };
};

const slotLoadsByResolver = new WeakMap<RemoteResolver, SlotLoads>();

/** Returns the loading states of one resolver. All slots of a page share them. */
export const slotLoadsOf = (remotes: RemoteResolver): SlotLoads => {
  const slotLoads = slotLoadsByResolver.get(remotes) ?? createSlotLoads(remotes);
  slotLoadsByResolver.set(remotes, slotLoads);
  return slotLoads;
};

interface SlotBoundaryProps {
  readonly fallback: ReactNode;
  /** Number of retries so far. When it increases, a failed slot tries again; a working slot doesn't change. */
  readonly attempt: number;
  /** Called when the component fails. The phase `runtime` means that the component was shown before. */
  onFailure(error: Error, phase: 'mount' | 'runtime'): void;
  readonly children: ReactNode;
}

/** Error boundary of a slot. A component that throws doesn't affect the screen around it. */
class SlotBoundary extends Component<SlotBoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true };
  }

  /** Whether the component was rendered without an error. */
  #isShown = false;

  override componentDidMount(): void {
    this.#isShown = !this.state.hasFailed;
  }

  override componentDidCatch(error: Error): void {
    this.props.onFailure(error, this.#isShown ? 'runtime' : 'mount');
    this.#isShown = false;
  }

  override componentDidUpdate({ attempt }: SlotBoundaryProps): void {
    if (!this.state.hasFailed) this.#isShown = true;
    else if (attempt !== this.props.attempt) this.setState({ hasFailed: false });
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}

interface SlotRequest<N extends SlotName> {
  readonly name: N;
  /** Props that are passed to the component of the other remote. */
  readonly props: SlotProps[N];
  /** Content that is shown when the slot is missing or broken. A function gets the callback that retries. */
  readonly fallback: ReactNode | ((retry: () => void) => ReactNode);
  /** Content that is shown during loading; nothing by default. */
  readonly loading?: ReactNode;
}

const errorMessageOf = (reason: unknown): string => (reason instanceof Error ? reason.message : String(reason));

/**
 * Renders a slot: a component of another remote. If it fails, the screen around it isn't affected. While the component
 * is loading, the slot doesn't suspend, because React may delay suspended content by up to 300 ms.
 */
export const Slot = <N extends SlotName>({ name, props, fallback, loading = null }: SlotRequest<N>) => {
  const { remotes, logEvent } = useShell();
  const slotLoads = slotLoadsOf(remotes);
  const slotLoad = useSyncExternalStore(slotLoads.subscribe, () => slotLoads.stateOf(name));
  const attempt = useSyncExternalStore(slotLoads.subscribe, slotLoads.attempt);
  const reportFailure = useEffectEvent((reason: unknown) => {
    if (!(reason instanceof SlotNotOfferedError))
      logEvent('slot_failed', { slot: name, error: errorMessageOf(reason) });
  });

  useEffect(() => slotLoads.loadSlot(name, (reason) => reportFailure(reason)), [slotLoads, name, attempt]);

  const fallbackNode = typeof fallback === 'function' ? fallback(slotLoads.retry) : fallback;
  if (slotLoad.status === 'loading') return loading;
  if (slotLoad.status === 'failed') return fallbackNode;
  return (
    <SlotBoundary
      key={name}
      attempt={attempt}
      fallback={fallbackNode}
      onFailure={(error, phase) => logEvent('slot_failed', { slot: name, error: error.message, phase })}
    >
      <Suspense fallback={loading}>{createElement(slotLoad.component, props)}</Suspense>
    </SlotBoundary>
  );
};
