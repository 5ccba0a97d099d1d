import type { ShellApi, SlotName, SlotProps } from '../../platform/shell/shell-contract';
import type { ScenarioShellOptions } from './scenario-shell';

/** Screen of the remote under test, with its parameters. */
interface ShownScreen {
  readonly screen: string;
  readonly params?: readonly string[];
}

/** Slot of the remote under test, with the props that another remote passes to the slot. */
export type ShownSlot = { readonly [N in SlotName]: { readonly slot: N; readonly props: SlotProps[N] } }[SlotName] & {
  /**
   * True if the slot renders nothing in this state. The page for testers says so, and the conformance suite demands it.
   */
  readonly drawsNothing?: boolean;
};

/** Screen or slot of a remote in one state of its environment, for testers, stories and tests. */
export type Scenario = ScenarioShellOptions &
  (ShownScreen | ShownSlot) & {
    /** Name of the scenario in the menu of the page for testers, in German. */
    readonly name: string;
    /** True: the scenario starts without a connection. */
    readonly isOffline?: boolean;
    /** Prepares a state before the screen is rendered, for example a draft that was started on another screen. */
    prepare?(shell: ShellApi): void;
    /** Storage keys that this scenario may write while it is rendered, because its address has this effect. */
    readonly stores?: readonly string[];
  };

/** Declares the scenarios of a remote: every screen and slot in every state. */
export const defineScenarios = (scenarios: readonly Scenario[]): readonly Scenario[] => scenarios;

/** Returns whether a scenario shows a screen, and not a slot. */
export const showsScreen = (scenario: Scenario): scenario is Scenario & ShownScreen => 'screen' in scenario;
