import type { ComponentType } from 'react';
import type { RemoteParts, SlotName, SlotProps } from '../shell-contract';

/** A slot's component on its way. */
export type LoadedSlot<N extends SlotName> = Promise<ComponentType<SlotProps[N]>>;

type Loads = { [N in SlotName]?: LoadedSlot<N> };

/** What was asked of the loader so far. React asks again for what it waits for, so each promise is kept until it failed. */
export interface SlotLoads {
  load<N extends SlotName>(name: N): LoadedSlot<N>;
  /** Counts retries; slots that failed try again when it grows. */
  attempt(): number;
  subscribe(listener: () => void): () => void;
  /** Forgets what failed, and lets every slot that shows its fallback try again. */
  retry(): void;
}

const createSlotLoads = (parts: RemoteParts): SlotLoads => {
  const loads: Loads = {};
  const failed = new Set<SlotName>();
  const listeners = new Set<() => void>();
  let attempt = 0;

  const start = <N extends SlotName>(name: N): LoadedSlot<N> => {
    const loading = parts.loadSlot(name);
    // The slot itself shows and reports the failure; here it is only noted.
    loading.catch(() => failed.add(name));
    return loading;
  };

  return {
    load<N extends SlotName>(name: N): LoadedSlot<N> {
      const known: { [K in N]?: LoadedSlot<K> } = loads;
      return (known[name] ??= start(name));
    },
    attempt: () => attempt,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    retry() {
      for (const name of failed) delete loads[name];
      failed.clear();
      attempt += 1;
      for (const listener of [...listeners]) listener();
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
