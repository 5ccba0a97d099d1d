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

/** Clock that changes only when `set` is called. */
interface ScenarioClock extends ShellClock {
  set(now: number): void;
}

/** Creates the server's clock of a scenario; `initialNow` is its initial time in epoch milliseconds. */
export const createScenarioClock = (initialNow: number): ScenarioClock => {
  let now = initialNow;
  const minuteListeners = createListeners();
  return {
    now: () => now,
    onMinute: minuteListeners.add,
    set(nextNow) {
      now = nextNow;
      minuteListeners.emit();
    },
  };
};

/**
 * Initial consent of a scenario: the purposes that need consent, and the allowed ones; null while the user hasn't
 * decided. Without this option, no purpose needs consent.
 */
export type ScenarioConsent = {
  readonly purposes: Consent['purposes'];
  readonly allowedPurposes: ReturnType<Consent['get']>;
};

/** Creates a consent in memory, which isn't stored after the scenario. */
export const createScenarioConsent = (
  { purposes, allowedPurposes: initialPurposes }: ScenarioConsent = { purposes: [], allowedPurposes: null },
): Consent => {
  const allowedPurposes = createObservable(initialPurposes);
  return { purposes, get: allowedPurposes.get, subscribe: allowedPurposes.subscribe, decide: allowedPurposes.set };
};

/** Slots that other remotes offer in a scenario. */
export type ScenarioSlots = { readonly [N in SlotName]?: ComponentType<SlotProps[N]> };

/** Commands that other remotes offer in a scenario. */
export type ScenarioCommands = { readonly [N in CommandName]?: CommandHandler<N> };

/** Slots and commands of remotes that are available in a scenario. */
interface RemoteParts {
  readonly slots?: ScenarioSlots;
  readonly commands?: ScenarioCommands;
  /** Remote under test: it offers the slots and commands that the scenario doesn't define. */
  readonly ownRemote?: RemoteDeclaration;
}

/**
 * Creates the object that resolves slots and commands in a scenario. All that the scenario doesn't define are
 * unavailable, like those of a remote that can't be loaded.
 */
export const createScenarioRemotes = (
  { slots = {}, commands = {}, ownRemote }: RemoteParts,
  shell: () => ShellApi,
): RemoteResolver => ({
  async loadSlot<N extends SlotName>(slotName: N): Promise<ComponentType<SlotProps[N]>> {
    const scenarioSlots: { readonly [K in N]?: ComponentType<SlotProps[K]> } = slots;
    const component = scenarioSlots[slotName];
    if (component !== undefined) return component;
    const offeredSlots: { readonly [K in N]?: () => Promise<{ default: ComponentType<SlotProps[K]> }> } =
      ownRemote?.slots ?? {};
    const loadComponent = offeredSlots[slotName];
    if (loadComponent === undefined) throw new Error(`The scenario has no slot ${slotName}`);
    return (await loadComponent()).default;
  },
  async runCommand(commandName, input) {
    const commandHandler = commands[commandName] ?? (await ownRemote?.commands[commandName]?.())?.default;
    if (commandHandler === undefined) return { ok: false, error: 'unavailable' };
    return { ok: true, value: await commandHandler(input, shell()) };
  },
});
