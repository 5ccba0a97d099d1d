import { browserPlatformDeps, createPlatform } from '../../platform/create-platform';
import type { RemoteDeclaration, ShellApi } from '../../platform/shell/shell-contract';
import { showsScreen } from '../shell/scenario';
import type { Scenario } from '../shell/scenario';
import { createRecordedHolds, createRecordedNavigation, nothingRecorded } from '../shell/recorded';
import type { NavigationStep } from '../shell/recorded';
import { createScenarioConsent, createScenarioRemotes } from '../shell/scenario-services';
import { createScenarioShell, deploymentAlone } from '../shell/scenario-shell';
import type { ScenarioShell } from '../shell/scenario-shell';
import { executeStep } from './alone-address';
import type { AloneSetting, Fault } from './alone-address';
import type { AloneDesk } from './alone-desk';

/** Shell in which the alone host runs screens, and functions that simulate faults. */
export interface AloneEnvironment {
  readonly shell: ShellApi;
  /** Shell of the scenario, whose session and clock can be set; null when the remote runs against a real gateway. */
  readonly scenario: ScenarioShell | null;
  /** Applies latency and faults to requests and live data from now on. */
  disturb(setting: Pick<AloneSetting, 'latencyMs' | 'fault'>): void;
  stop(): void;
}

type Send = (request: Request) => Promise<Response>;

const answerUnavailable = (): Response =>
  Response.json(
    { code: 'unavailable', message: 'Disturbed on purpose', requestId: 'alone' },
    { status: 503, headers: { 'Retry-After': '1' } },
  );

/** Creates a wrapper that delays or rejects requests according to the setting. */
const createDisturbance = () => {
  let now: { readonly latencyMs: number; readonly fault: Fault } = { latencyMs: 0, fault: 'none' };
  return {
    set: (next: typeof now): void => {
      now = next;
    },
    pass:
      (sendRequest: Send): Send =>
      async (request) => {
        if (now.latencyMs > 0) await new Promise((resolve) => setTimeout(resolve, now.latencyMs));
        if (now.fault === 'offline') throw new TypeError('Failed to fetch');
        return now.fault === 'unavailable' ? answerUnavailable() : sendRequest(request);
      },
  };
};

const recordStep =
  (desk: AloneDesk) =>
  (step: NavigationStep): void => {
    desk.note(step.join(' '));
    executeStep(step);
  };

const addressOf = (scenario: Scenario) =>
  showsScreen(scenario) ? { key: scenario.screen, params: scenario.params ?? [] } : null;

/** Creates the environment for one scenario, with simulated responses. */
export const createScenarioEnvironment = (
  declaration: RemoteDeclaration,
  scenario: Scenario,
  desk: AloneDesk,
): AloneEnvironment => {
  const disturbance = createDisturbance();
  const shell = createScenarioShell(
    { address: addressOf(scenario), ...scenario, own: declaration },
    {
      wrapSend: disturbance.pass,
      onStep: recordStep(desk),
      alert: desk.alert,
      snackbar: desk.snackbar,
      onEvent: (name) => desk.note(name),
    },
  );
  scenario.prepare?.(shell);
  return {
    shell,
    scenario: shell,
    disturb(setting) {
      disturbance.set(setting);
      shell.setOffline(scenario.isOffline === true || setting.fault === 'offline');
    },
    stop: shell.stop,
  };
};

/** Creates the environment for a real gateway, which the dev server's proxy connects. */
export const createGatewayEnvironment = (declaration: RemoteDeclaration, desk: AloneDesk): AloneEnvironment => {
  const disturbance = createDisturbance();
  const deps = browserPlatformDeps();
  const platform = createPlatform({ ...deps, sendRequest: disturbance.pass(deps.sendRequest) });
  platform.eventLog.subscribe((name) => desk.note(name));
  platform.start();
  const { session, clock, live, store, apiClient, eventLog } = platform;
  const recordedCalls = nothingRecorded();
  const shell: ShellApi = {
    session,
    clock,
    live,
    store,
    apiClient,
    ...createRecordedHolds(recordedCalls),
    consent: createScenarioConsent(),
    navigation: createRecordedNavigation(recordedCalls, recordStep(desk)),
    remotes: createScenarioRemotes({ own: declaration }, () => shell),
    deployment: deploymentAlone,
    snackbar: desk.snackbar,
    alert: desk.alert,
    track: (work) => work,
    logEvent: eventLog.log,
    openDrawer: () => desk.note('openDrawer'),
  };
  return { shell, scenario: null, disturb: disturbance.set, stop: platform.stop };
};
