import type { ComponentType } from 'react';
import { createListeners } from '../../platform/events/listeners';
import { createObservable } from '../../platform/events/observable';
import type {
  CommandHandler,
  CommandName,
  Consent,
  RemoteDeclaration,
  RemoteResolver,
  ShellApi,
  ShellClock,
  SlotName,
  SlotProps,
} from '../../platform/shell/shell-contract';

/** Clock that changes only by `set`. */
interface ScenarioClock extends ShellClock {
  set(now: number): void;
}

/** Creates the server's clock of a scenario. */
export const createScenarioClock = (first: number): ScenarioClock => {
  let now = first;
  const listeners = createListeners();
  return {
    now: () => now,
    onMinute: listeners.add,
    set(next) {
      now = next;
      listeners.emit();
    },
  };
};

/** Initial consent of a scenario; without it, no purpose needs consent. */
export type ScenarioConsent = {
  readonly purposes: Consent['purposes'];
  readonly allowedPurposes: ReturnType<Consent['get']>;
};

/** Creates a consent that lasts as long as the scenario. */
export const createScenarioConsent = (
  { purposes, allowedPurposes: first }: ScenarioConsent = { purposes: [], allowedPurposes: null },
): Consent => {
  const allowedPurposes = createObservable(first);
  return { purposes, get: allowedPurposes.get, subscribe: allowedPurposes.subscribe, decide: allowedPurposes.set };
};

/** Slots of other remotes in a scenario. */
export type ScenarioSlots = { readonly [N in SlotName]?: ComponentType<SlotProps[N]> };

/** Commands of other remotes in a scenario. */
export type ScenarioCommands = { readonly [N in CommandName]?: CommandHandler<N> };

/** Available parts of other remotes. */
interface RemoteParts {
  readonly slots?: ScenarioSlots;
  readonly commands?: ScenarioCommands;
  /** Remote under test: it offers the slots and commands that the scenario doesn't define. */
  readonly own?: RemoteDeclaration;
}

/** Creates the other remotes with the parts of a scenario; the rest is unavailable, as with a remote that is down. */
export const createScenarioRemotes = (
  { slots = {}, commands = {}, own }: RemoteParts,
  shell: () => ShellApi,
): RemoteResolver => ({
  async loadSlot<N extends SlotName>(name: N): Promise<ComponentType<SlotProps[N]>> {
    const scenarioSlots: { readonly [K in N]?: ComponentType<SlotProps[K]> } = slots;
    const component = scenarioSlots[name];
    if (component !== undefined) return component;
    const offeredSlots: { readonly [K in N]?: () => Promise<{ default: ComponentType<SlotProps[K]> }> } =
      own?.slots ?? {};
    const load = offeredSlots[name];
    if (load === undefined) throw new Error(`The scenario has no slot ${name}`);
    return (await load()).default;
  },
  async runCommand(name, input) {
    const handler = commands[name] ?? (await own?.commands[name]?.())?.default;
    if (handler === undefined) return { ok: false, error: 'unavailable' };
    return { ok: true, value: await handler(input, shell()) };
  },
});
