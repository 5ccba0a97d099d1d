import { getConfig } from '@testing-library/react';
import type { RemoteDeclaration, ScreenModule, ScreenProps, ShellApi } from '../../platform/shell/shell-contract';
import { slotLoadsOf } from '../../platform/shell/slot';
import { api } from '../../platform/store/store';
import { showsScreen } from '../shell/scenario';
import type { Scenario } from '../shell/scenario';
import { mountInElement, slotScreen } from '../screen/mount-screen';
import type { ScreenInElement } from '../screen/mount-screen';
import { createScenarioShell } from '../shell/scenario-shell';
import type { ScenarioShell } from '../shell/scenario-shell';
import { createManualTimers } from '../time/manual-timers';
import { messageOfError } from './finding';
import type { Problem } from './finding';
import { workOutcomeWithin, conditionHoldsWithin } from './turns';

/**
 * Runs a function outside of React's `act`, because the function itself waits for React: inside of `act`, each would
 * wait for the other.
 */
export const runOutsideAct = <T>(action: () => Promise<T>): Promise<T> => {
  const { asyncWrapper } = getConfig();
  return asyncWrapper(action);
};

type SubscribeFunction<Args extends readonly unknown[]> = (...args: Args) => () => void;

/** Records subscriptions to the shell. The returned function returns the names of those that are still active. */
const trackSubscriptions = ({
  session,
  store,
  clock,
  live,
  consent,
  recorded,
}: ScenarioShell): (() => readonly string[]) => {
  const openSubscriptions = new Map<symbol, string>();
  const recordSubscription =
    <Args extends readonly unknown[]>(
      subscriptionName: string,
      subscribe: SubscribeFunction<Args>,
    ): SubscribeFunction<Args> =>
    (...args) => {
      const unsubscribe = subscribe(...args);
      const subscriptionId = Symbol(subscriptionName);
      openSubscriptions.set(subscriptionId, subscriptionName);
      return () => {
        openSubscriptions.delete(subscriptionId);
        unsubscribe();
      };
    };
  session.subscribe = recordSubscription('session.subscribe', session.subscribe);
  clock.onMinute = recordSubscription('clock.onMinute', clock.onMinute);
  live.onStatus = recordSubscription('live.onStatus', live.onStatus);
  live.subscribe = recordSubscription('live.subscribe', live.subscribe);
  store.subscribe = recordSubscription('store.subscribe', store.subscribe);
  consent.subscribe = recordSubscription('consent.subscribe', consent.subscribe);
  return () => [
    ...openSubscriptions.values(),
    ...recorded.screenNames.map(() => 'nameScreen'),
    ...(recorded.reloadHolds > 0 ? ['holdReload'] : []),
  ];
};

const screenModuleOf = async ({ screens }: RemoteDeclaration, scenario: Scenario): Promise<ScreenModule> => {
  if (!showsScreen(scenario)) return slotScreen(scenario, null);
  const screenDeclaration = screens.find(({ key }) => key === scenario.screen);
  if (screenDeclaration === undefined) throw new Error(`The remote declares no screen ${scenario.screen}`);
  return (await screenDeclaration.load()).default;
};

/** Test harness that mounts and unmounts one scenario in the page. */
export interface ScreenHarness {
  /**
   * Mounts the scenario and waits for its first output, in its container or in an overlay outside the container.
   * Returns the problems.
   */
  show(): Promise<Problem[]>;
  /**
   * Returns a problem if a slot renders something although its scenario says that it renders nothing. Called once the
   * page no longer changes.
   */
  problemsOfContent(): Problem[];
  /** Unmounts the scenario and returns the problems, such as subscriptions that are still active. */
  leave(): Promise<Problem[]>;
}

interface HarnessOptions {
  readonly scenario: Scenario;
  /** Maximum number of event loop turns that each phase may take. */
  readonly maxTurns: number;
}

const problemOfPhaseError = (phase: string, error: unknown): Problem => ({
  kind: 'failed',
  description: `its ${phase} fails: ${messageOfError(error)}`,
});
const problemOfEndlessPhase = (phase: string): Problem => ({ kind: 'late', description: `its ${phase} doesn't end` });

/**
 * Returns a function that loads, bootstraps and mounts the scenario, and reports the phase in which a problem occurs.
 */
const createScreenMounter = (declaration: RemoteDeclaration, { scenario, maxTurns }: HarnessOptions) => {
  let phase = 'load';
  return async (
    hostElement: HTMLElement,
    screenProps: ScreenProps,
  ): Promise<{ screen: ScreenInElement } | { problem: Problem }> => {
    const loadOutcome = await workOutcomeWithin(maxTurns, () => screenModuleOf(declaration, scenario));
    if (loadOutcome.state !== 'done')
      return {
        problem:
          loadOutcome.state === 'late' ? problemOfEndlessPhase(phase) : problemOfPhaseError(phase, loadOutcome.error),
      };
    const mountOutcome = await workOutcomeWithin(maxTurns, () =>
      mountInElement(loadOutcome.value, hostElement, screenProps, (reachedPhase) => {
        phase = reachedPhase;
      }),
    );
    if (mountOutcome.state !== 'done')
      return {
        problem:
          mountOutcome.state === 'late' ? problemOfEndlessPhase(phase) : problemOfPhaseError(phase, mountOutcome.error),
      };
    return { screen: mountOutcome.value };
  };
};

/** Selector of elements that a user sees even without text in them. */
const DRAWN_WITHOUT_TEXT = 'button, canvas, img, input, svg, video';

const hasContent = (element: Element): boolean =>
  element.textContent !== '' || element.querySelector(DRAWN_WITHOUT_TEXT) !== null;

/** Returns whether the scenario has rendered. For a slot that renders nothing, a loaded component suffices. */
const isScreenReady = (shell: ShellApi, scenario: Scenario, hasDrawn: () => boolean): boolean => {
  if (showsScreen(scenario)) return hasDrawn();
  const { status } = slotLoadsOf(shell.remotes).stateOf(scenario.slot);
  return status === 'failed' || (status === 'ready' && (scenario.drawsNothing === true || hasDrawn()));
};

/**
 * Creates a test harness for a scenario with a shell of its own. The shell's platform has manual timers, which never
 * fire here.
 */
export const createHarness = (declaration: RemoteDeclaration, harnessOptions: HarnessOptions): ScreenHarness => {
  const { scenario, maxTurns } = harnessOptions;
  const shell = createScenarioShell({ ...scenario, ownRemote: declaration }, { timers: createManualTimers() });
  const subscriptions = trackSubscriptions(shell);
  const container = document.createElement('div');
  let hasScreenFailed = false;
  let screen: ScreenInElement | null = null;
  if (scenario.isOffline === true) shell.setOffline(true);
  scenario.prepare?.(shell);

  const props: ScreenProps = {
    shell,
    params: showsScreen(scenario) ? (scenario.params ?? []) : [],
    renderFailure: () => {
      hasScreenFailed = true;
      return null;
    },
  };
  const problemsOfFailure = (): Problem[] => {
    const error = shell.recorded.events.find(({ name }) => name === 'screen_failed')?.parameters?.['error'];
    return [{ kind: 'failed', description: `it throws while it draws: ${String(error)}` }];
  };
  const problemsOfOpenedScreens = (): Problem[] =>
    shell.recorded.navigation
      .filter(([stepKind]) => stepKind === 'open')
      .map(([, screenKey]) => ({
        kind: 'history',
        description: `it opens the screen ${String(screenKey)} by being mounted`,
      }));

  return {
    async show() {
      document.body.append(container);
      const initialElementCount = document.body.childElementCount;
      // The content of the slot is searched inside of its own element, because the container of a slot holds an element
      // around the slot.
      const hasDrawn = (): boolean =>
        (showsScreen(scenario) ? container.childElementCount > 0 : hasContent(container)) ||
        document.body.childElementCount > initialElementCount;
      const mountOutcome = await createScreenMounter(declaration, harnessOptions)(container, props);
      if ('problem' in mountOutcome) return [mountOutcome.problem];
      screen = mountOutcome.screen;
      const isScreenDrawn = await conditionHoldsWithin(
        maxTurns,
        () => hasScreenFailed || isScreenReady(shell, scenario, hasDrawn),
      );
      if (hasScreenFailed) return problemsOfFailure();
      if (!isScreenDrawn) return [{ kind: 'blank', description: 'it draws nothing' }];
      return problemsOfOpenedScreens();
    },
    problemsOfContent() {
      if (showsScreen(scenario) || scenario.drawsNothing !== true || !hasContent(container)) return [];
      return [{ kind: 'blank', description: 'it draws something, although its scenario says that it draws nothing' }];
    },
    async leave() {
      const leaveProblems: Problem[] = [];
      if (screen !== null) {
        const unmountOutcome = await workOutcomeWithin(maxTurns, screen.unmount);
        if (unmountOutcome.state !== 'done')
          leaveProblems.push(
            unmountOutcome.state === 'late'
              ? problemOfEndlessPhase('unmount')
              : problemOfPhaseError('unmount', unmountOutcome.error),
          );
      }
      // The API cache is cleared now, because it would clean up after a delay. It belongs to the platform, so its
      // timers must not count as a leak of the screen.
      shell.store.dispatch(api.util.resetApiState());
      shell.stop();
      await conditionHoldsWithin(Math.min(maxTurns, 60), () => subscriptions().length === 0);
      leaveProblems.push(
        ...subscriptions().map((name): Problem => ({
          kind: 'subscription',
          description: `it leaves a subscription: ${name}`,
        })),
      );
      if (container.childElementCount > 0 && screen !== null)
        leaveProblems.push({ kind: 'nodeLeft', description: 'it leaves elements in its container' });
      container.remove();
      return leaveProblems;
    },
  };
};
