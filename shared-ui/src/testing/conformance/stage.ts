import { waitFor } from '@testing-library/react';
import type { RemoteDeclaration, ScreenModule, ScreenProps } from '../../platform/shell-contract';
import { slotLoadsOf } from '../../platform/slot/slot-loads';
import { api } from '../../platform/store/api';
import { showsScreen } from '../scenario/scenario';
import type { Scenario } from '../scenario/scenario';
import { mountScreen } from '../screen/mount-screen';
import { outsideAct } from '../screen/outside-act';
import { slotScreen } from '../screen/slot-screen';
import { createScenarioShell } from '../shell/scenario-shell';
import { createManualTimers } from '../time/manual-timers';
import { countSubscriptions } from './traces';

/** A screen or slot that is being shown. */
export interface Shown {
  readonly container: HTMLElement;
  leave(): Promise<void>;
}

/** One scenario, ready to be shown. */
export interface ScreenHarness {
  /** Resolves once it has drawn something, in its container or over the page. */
  mount(): Promise<Shown>;
  /** Subscriptions to the shell that are begun and not ended. */
  subscriptions(): number;
}

const moduleOf = async ({ screens }: RemoteDeclaration, scenario: Scenario): Promise<ScreenModule> => {
  if (!showsScreen(scenario)) return slotScreen(scenario, 'fehlt');
  const declared = screens.find(({ key }) => key === scenario.screen);
  if (declared === undefined) throw new Error(`The scenario "${scenario.name}" shows a screen that is not declared: ${scenario.screen}`);
  return (await declared.load()).default;
};

/** Sets a scenario up: a shell of its own, whose platform timers stand still. */
export const harnessOf = (declaration: RemoteDeclaration, scenario: Scenario): ScreenHarness => {
  const shell = createScenarioShell({ ...scenario, own: declaration }, { timers: createManualTimers() });
  const subscriptions = countSubscriptions(shell);
  const failures: unknown[] = [];
  if (scenario.isOffline === true) shell.setOffline(true);

  const props: ScreenProps = {
    shell,
    params: showsScreen(scenario) ? scenario.params ?? [] : [],
    renderFailure: () => {
      failures.push(scenario.name);
      return null;
    },
  };

  return {
    subscriptions,
    mount: () => outsideAct(async () => {
      const { body } = document;
      const container = body.appendChild(document.createElement('div'));
      const others = body.childElementCount;
      const screen = await mountScreen(await moduleOf(declaration, scenario), container, props);
      const hasDrawn = (): boolean => container.childElementCount > 0 || body.childElementCount > others;
      // A slot may have nothing to say; then it counts that it came.
      const hasArrived = (): boolean => (showsScreen(scenario) ? hasDrawn() : slotLoadsOf(shell.remotes).stateOf(scenario.slot).status === 'ready');
      await waitFor(() => expect({ failures, hasArrived: hasArrived() }).toEqual({ failures: [], hasArrived: true }));
      return {
        container,
        leave: () => outsideAct(async () => {
          await screen.unmount();
          // What the cache keeps for a while after the last reader is the platform's, not the screen's.
          shell.store.dispatch(api.util.resetApiState());
          shell.stop();
          await waitFor(() => expect(subscriptions()).toBe(0));
          container.remove();
        }),
      };
    }),
  };
};
