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
import { textOf } from './finding';
import type { Problem } from './finding';
import { endingWithin, holdsWithin } from './turns';

/** Runs work that waits for React by itself: inside of `act`, React would wait for the work in turn. */
export const outsideAct = <T>(work: () => Promise<T>): Promise<T> => {
  const { asyncWrapper } = getConfig();
  return asyncWrapper(work);
};

type Subscribe<Args extends readonly unknown[]> = (...args: Args) => () => void;

/** Records subscriptions to the shell that are started and not ended, by name. */
const noteSubscriptions = ({
  session,
  store,
  clock,
  live,
  consent,
  recorded,
}: ScenarioShell): (() => readonly string[]) => {
  const open = new Map<symbol, string>();
  const recordSubscription =
    <Args extends readonly unknown[]>(name: string, subscribe: Subscribe<Args>): Subscribe<Args> =>
    (...args) => {
      const stop = subscribe(...args);
      const mark = Symbol(name);
      open.set(mark, name);
      return () => {
        open.delete(mark);
        stop();
      };
    };
  session.subscribe = recordSubscription('session.subscribe', session.subscribe);
  clock.onMinute = recordSubscription('clock.onMinute', clock.onMinute);
  live.onStatus = recordSubscription('live.onStatus', live.onStatus);
  live.subscribe = recordSubscription('live.subscribe', live.subscribe);
  store.subscribe = recordSubscription('store.subscribe', store.subscribe);
  consent.subscribe = recordSubscription('consent.subscribe', consent.subscribe);
  return () => [
    ...open.values(),
    ...recorded.screenNames.map(() => 'nameScreen'),
    ...(recorded.reloadHolds > 0 ? ['holdReload'] : []),
  ];
};

const moduleOf = async ({ screens }: RemoteDeclaration, scenario: Scenario): Promise<ScreenModule> => {
  if (!showsScreen(scenario)) return slotScreen(scenario, null);
  const screenDeclaration = screens.find(({ key }) => key === scenario.screen);
  if (screenDeclaration === undefined) throw new Error(`The remote declares no screen ${scenario.screen}`);
  return (await screenDeclaration.load()).default;
};

/** Lifecycle of one scenario in the page. */
export interface ScreenHarness {
  /** Mounts the scenario and waits for its first output, in its container or above the page. */
  show(): Promise<Problem[]>;
  /** Unmounts the scenario; the page must be as before. */
  leave(): Promise<Problem[]>;
}

/** Scenario with the limit of its phases. */
interface HarnessOptions {
  readonly scenario: Scenario;
  /** Turns of the event loop that each phase may take. */
  readonly turns: number;
}

const problemAt = (phase: string, error: unknown): Problem => ({
  kind: 'failed',
  what: `its ${phase} fails: ${textOf(error)}`,
});
const endlessPhase = (phase: string): Problem => ({ kind: 'late', what: `its ${phase} doesn't end` });

/** Creates the phases of a mount: load, bootstrap, mount. */
const createEntrance = (declaration: RemoteDeclaration, { scenario, turns }: HarnessOptions) => {
  let phase = 'load';
  return async (
    container: HTMLElement,
    props: ScreenProps,
  ): Promise<{ screen: ScreenInElement } | { problem: Problem }> => {
    const loading = await endingWithin(turns, () => moduleOf(declaration, scenario));
    if (loading.state !== 'done')
      return { problem: loading.state === 'late' ? endlessPhase(phase) : problemAt(phase, loading.error) };
    const mounting = await endingWithin(turns, () =>
      mountInElement(loading.value, container, props, (entryPhase) => {
        phase = entryPhase;
      }),
    );
    if (mounting.state !== 'done')
      return { problem: mounting.state === 'late' ? endlessPhase(phase) : problemAt(phase, mounting.error) };
    return { screen: mounting.value };
  };
};

/** Whether the scenario has arrived. A slot may render nothing; loading its component then suffices. */
const hasArrived = (shell: ShellApi, scenario: Scenario, hasDrawn: () => boolean): boolean => {
  if (showsScreen(scenario)) return hasDrawn();
  const { status } = slotLoadsOf(shell.remotes).stateOf(scenario.slot);
  return status === 'ready' || status === 'failed';
};

/** Sets up a scenario with its own shell, whose platform timers don't run. */
export const createHarness = (declaration: RemoteDeclaration, options: HarnessOptions): ScreenHarness => {
  const { scenario, turns } = options;
  const shell = createScenarioShell({ ...scenario, own: declaration }, { timers: createManualTimers() });
  const subscriptions = noteSubscriptions(shell);
  const container = document.createElement('div');
  let hasFailed = false;
  let screen: ScreenInElement | null = null;
  if (scenario.isOffline === true) shell.setOffline(true);
  scenario.prepare?.(shell);

  const props: ScreenProps = {
    shell,
    params: showsScreen(scenario) ? (scenario.params ?? []) : [],
    renderFailure: () => {
      hasFailed = true;
      return null;
    },
  };
  const failures = (): Problem[] => {
    const error = shell.recorded.events.find(({ name }) => name === 'screen_failed')?.parameters?.['error'];
    return [{ kind: 'failed', what: `it throws while it draws: ${String(error)}` }];
  };
  const openDialogProblems = (): Problem[] =>
    shell.recorded.navigation
      .filter(([step]) => step === 'open')
      .map(([, key]) => ({ kind: 'history', what: `it opens the screen ${String(key)} by being mounted` }));

  return {
    async show() {
      document.body.append(container);
      const otherElements = document.body.childElementCount;
      const hasDrawn = (): boolean =>
        container.childElementCount > 0 || document.body.childElementCount > otherElements;
      const entrance = await createEntrance(declaration, options)(container, props);
      if ('problem' in entrance) return [entrance.problem];
      screen = entrance.screen;
      const isThere = await holdsWithin(turns, () => hasFailed || hasArrived(shell, scenario, hasDrawn));
      if (hasFailed) return failures();
      if (!isThere) return [{ kind: 'blank', what: 'it draws nothing' }];
      return openDialogProblems();
    },
    async leave() {
      const problems: Problem[] = [];
      if (screen !== null) {
        const unmountEnding = await endingWithin(turns, screen.unmount);
        if (unmountEnding.state !== 'done')
          problems.push(
            unmountEnding.state === 'late' ? endlessPhase('unmount') : problemAt('unmount', unmountEnding.error),
          );
      }
      // The cache's delayed clean-up belongs to the platform, not to the screen.
      shell.store.dispatch(api.util.resetApiState());
      shell.stop();
      await holdsWithin(Math.min(turns, 60), () => subscriptions().length === 0);
      problems.push(
        ...subscriptions().map((name): Problem => ({
          kind: 'subscription',
          what: `it leaves a subscription: ${name}`,
        })),
      );
      if (container.childElementCount > 0 && screen !== null)
        problems.push({ kind: 'nodeLeft', what: 'it leaves elements in its container' });
      container.remove();
      return problems;
    },
  };
};
