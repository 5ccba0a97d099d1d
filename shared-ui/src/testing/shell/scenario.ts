import type { ShellApi, SlotName, SlotProps } from '../../platform/shell/shell-contract';
import type { ScenarioShellOptions } from './scenario-shell';

/** A screen of the remote with its parameters. */
interface ShownScreen {
  readonly screen: string;
  readonly params?: readonly string[];
}

/** A slot of the remote with what its host gives it. */
export type ShownSlot = { readonly [N in SlotName]: { readonly slot: N; readonly props: SlotProps[N] } }[SlotName];

/** One screen or slot in one state of the world around it. */
export type Scenario = ScenarioShellOptions &
  (ShownScreen | ShownSlot) & {
    /** What QA reads in the menu, in German. */
    readonly name: string;
    /** True: the connection is lost from the start. */
    readonly isOffline?: boolean;
    /** What was done before the screen shows: a draft that was begun elsewhere. */
    prepare?(shell: ShellApi): void;
    /** Keys of the browser's storage that showing this writes, as somebody asked for it by its address. */
    readonly stores?: readonly string[];
  };

/** Declares the scenarios of a remote: every screen and slot in every state. */
export const defineScenarios = (scenarios: readonly Scenario[]): readonly Scenario[] => scenarios;

/** Whether a scenario shows a screen, not a slot. */
export const showsScreen = (scenario: Scenario): scenario is Scenario & ShownScreen => 'screen' in scenario;
