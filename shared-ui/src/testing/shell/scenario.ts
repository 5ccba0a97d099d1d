import type { ShellApi, SlotName, SlotProps } from '../../platform/shell/shell-contract';
import type { ScenarioShellOptions } from './scenario-shell';

/** Screen of the remote under test, with its parameters. */
interface ShownScreen {
  readonly screen: string;
  readonly params?: readonly string[];
}

/** Slot of the remote under test, with the props that another remote passes to the slot. */
export type ShownSlot = { readonly [N in SlotName]: { readonly slot: N; readonly props: SlotProps[N] } }[SlotName] & {
  /** True: the slot draws nothing in this state. QA's page says so, and the conformance suite demands it. */
  readonly drawsNothing?: boolean;
};

/** Screen or slot of a remote in one state of its environment, for QA, stories and tests. */
export type Scenario = ScenarioShellOptions &
  (ShownScreen | ShownSlot) & {
    /** Name in QA's menu, in German. */
    readonly name: string;
    /** True: the scenario starts without a connection. */
    readonly isOffline?: boolean;
    /** Prepares a state before the screen is rendered, such as a draft that was started elsewhere. */
    prepare?(shell: ShellApi): void;
    /** Storage keys that this scenario may write while it is rendered, as an effect of its address. */
    readonly stores?: readonly string[];
  };

/** Declares the scenarios of a remote: every screen and slot in every state. */
export const defineScenarios = (scenarios: readonly Scenario[]): readonly Scenario[] => scenarios;

/** Whether a scenario shows a screen, not a slot. */
export const showsScreen = (scenario: Scenario): scenario is Scenario & ShownScreen => 'screen' in scenario;
