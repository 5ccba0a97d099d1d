import type { ComponentType } from 'react';
import type { RemoteParts, SlotName, SlotProps } from '../shell-contract';

/** How far a slot's component has come. */
export type SlotLoad<N extends SlotName> =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly component: ComponentType<SlotProps[N]> }
  | { readonly status: 'failed' };

type Loads = { [N in SlotName]?: SlotLoad<N> };

/** What was asked of the loader, shared by all slots of a name. */
export interface SlotLoads {
  stateOf<N extends SlotName>(name: N): SlotLoad<N>;
  /** Begins to load what was never asked for; `failed` hears the reason, once for all who wait. */
  ask<N extends SlotName>(name: N, failed: (reason: unknown) => void): void;
  /** Counts retries: slots that broke while drawing try again when it grows. */
  attempt(): number;
  /** Forgets what failed and lets every slot that shows its fallback try again. */
  retry(): void;
  /** Answers the way to stop. */
  subscribe(listener: () => void): () => void;
}

const loading = { status: 'loading' } as const;

const createSlotLoads = (parts: RemoteParts): SlotLoads => {
  const loads: Loads = {};
  const listeners = new Set<() => void>();
  let attempt = 0;

  const tell = (): void => {
    for (const listener of [...listeners]) listener();
  };
  const note = <N extends SlotName>(name: N, load: SlotLoad<N>): void => {
    const noted: { [K in N]?: SlotLoad<K> } = loads;
    noted[name] = load;
    tell();
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
      parts.loadSlot(name).then(
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
      tell();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

const loadsByParts = new WeakMap<RemoteParts, SlotLoads>();

/** The loads of one loader. */
export const slotLoadsOf = (parts: RemoteParts): SlotLoads => {
  const loads = loadsByParts.get(parts) ?? createSlotLoads(parts);
  loadsByParts.set(parts, loads);
  return loads;
};
