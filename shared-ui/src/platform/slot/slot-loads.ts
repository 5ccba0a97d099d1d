import type { ComponentType } from 'react';
import type { RemoteResolver, SlotName, SlotProps } from '../shell-contract';

/** How far a slot's component has come. */
export type SlotLoad<N extends SlotName> =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly component: ComponentType<SlotProps[N]> }
  | { readonly status: 'failed' };

type Loads = { [N in SlotName]?: SlotLoad<N> };

/** What was asked of the loader, shared by all slots of a name. */
export interface SlotLoads {
  stateOf<N extends SlotName>(name: N): SlotLoad<N>;
  /** Begins to load what was never asked for; `failed` is called with the reason, once for all who wait. */
  ask<N extends SlotName>(name: N, failed: (reason: unknown) => void): void;
  /** Counts retries: slots that broke while drawing try again when it grows. */
  attempt(): number;
  /** Forgets what failed and lets every slot that shows its fallback try again. */
  retry(): void;
  /** Returns an unsubscribe function. */
  subscribe(listener: () => void): () => void;
}

const loading = { status: 'loading' } as const;

const createSlotLoads = (remotes: RemoteResolver): SlotLoads => {
  const loads: Loads = {};
  const listeners = new Set<() => void>();
  let attempt = 0;

  const emit = (): void => {
    for (const listener of [...listeners]) listener();
  };
  const note = <N extends SlotName>(name: N, load: SlotLoad<N>): void => {
    const noted: { [K in N]?: SlotLoad<K> } = loads;
    noted[name] = load;
    emit();
  };
  const known = <N extends SlotName>(name: N): SlotLoad<N> | undefined => {
    const noted: { [K in N]?: SlotLoad<K> } = loads;
    return noted[name];
  };

  return {
    stateOf: (name) => known(name) ?? loading,
    ask(name, failed) {
      if (known(name) !== undefined) return;
      note(name, loading);
      remotes.loadSlot(name).then(
        (component) => note(name, { status: 'ready', component }),
        (reason: unknown) => {
          note(name, { status: 'failed' });
          failed(reason);
        },
      );
    },
    attempt: () => attempt,
    retry() {
      attempt += 1;
      for (const [name, { status }] of Object.entries(loads)) if (status === 'failed') Reflect.deleteProperty(loads, name);
      emit();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

const loadsByResolver = new WeakMap<RemoteResolver, SlotLoads>();

/** The loads of one loader. */
export const slotLoadsOf = (remotes: RemoteResolver): SlotLoads => {
  const loads = loadsByResolver.get(remotes) ?? createSlotLoads(remotes);
  loadsByResolver.set(remotes, loads);
  return loads;
};
