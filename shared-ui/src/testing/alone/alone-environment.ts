import { browserPlatformDeps, createPlatform } from '../../platform/create-platform';
import type { RemoteDeclaration, ShellApi } from '../../platform/shell/shell-contract';
import { showsScreen } from '../shell/scenario';
import type { Scenario } from '../shell/scenario';
import { createRecordedHolds, createRecordedNavigation, createRecordedCalls } from '../shell/recorded';
import type { NavigationStep } from '../shell/recorded';
import { createScenarioConsent, createScenarioRemotes } from '../shell/scenario-services';
import { createScenarioShell, defaultDeployment } from '../shell/scenario-shell';
import type { ScenarioShell } from '../shell/scenario-shell';
import { executeStep } from './alone-address';
import type { AloneSetting, Fault } from './alone-address';
import type { AloneReceiver } from './alone-desk';

/** Shell in which the alone host runs screens, and functions that simulate faults. */
export interface AloneEnvironment {
  readonly shell: ShellApi;
  /** Shell of the scenario, whose session and clock can be set; null when the remote runs against a real gateway. */
  readonly scenario: ScenarioShell | null;
  /** Applies latency and faults to requests and live data from now on. */
  simulateFaults(setting: Pick<AloneSetting, 'latencyMs' | 'fault'>): void;
  stop(): void;
}

type RequestSender = (request: Request) => Promise<Response>;

const unavailableResponse = (): Response =>
  Response.json(
    { code: 'unavailable', message: 'Disturbed on purpose', requestId: 'alone' },
    { status: 503, headers: { 'Retry-After': '1' } },
  );

/** Creates a wrapper that delays or rejects requests according to the setting. */
const createFaultSimulation = () => {
  let currentSetting: { readonly latencyMs: number; readonly fault: Fault } = { latencyMs: 0, fault: 'none' };
  return {
    set: (nextSetting: typeof currentSetting): void => {
      currentSetting = nextSetting;
    },
    pass:
      (sendRequest: RequestSender): RequestSender =>
      async (request) => {
        if (currentSetting.latencyMs > 0) await new Promise((resolve) => setTimeout(resolve, currentSetting.latencyMs));
        if (currentSetting.fault === 'offline') throw new TypeError('Failed to fetch');
        return currentSetting.fault === 'unavailable' ? unavailableResponse() : sendRequest(request);
      },
  };
};

const recordStep =
  (receiver: AloneReceiver) =>
  (step: NavigationStep): void => {
    receiver.logLine(step.join(' '));
    executeStep(step);
  };

const addressOf = (scenario: Scenario) =>
  showsScreen(scenario) ? { key: scenario.screen, params: scenario.params ?? [] } : null;

/** Creates the environment for one scenario, with simulated responses. */
export const createScenarioEnvironment = (
  declaration: RemoteDeclaration,
  scenario: Scenario,
  receiver: AloneReceiver,
): AloneEnvironment => {
  const faultSimulation = createFaultSimulation();
  const shell = createScenarioShell(
    { address: addressOf(scenario), ...scenario, ownRemote: declaration },
    {
      wrapSend: faultSimulation.pass,
      onStep: recordStep(receiver),
      alert: receiver.alert,
      snackbar: receiver.snackbar,
      onEvent: (name) => receiver.logLine(name),
    },
  );
  scenario.prepare?.(shell);
  return {
    shell,
    scenario: shell,
    simulateFaults(setting) {
      faultSimulation.set(setting);
      shell.setOffline(scenario.isOffline === true || setting.fault === 'offline');
    },
    stop: shell.stop,
  };
};

/** Creates the environment for a real gateway, which the dev server's proxy connects. */
export const createGatewayEnvironment = (declaration: RemoteDeclaration, receiver: AloneReceiver): AloneEnvironment => {
  const faultSimulation = createFaultSimulation();
  const deps = browserPlatformDeps();
  const platform = createPlatform({ ...deps, sendRequest: faultSimulation.pass(deps.sendRequest) });
  platform.eventLog.subscribe((name) => receiver.logLine(name));
  platform.start();
  const { session, clock, live, store, apiClient, eventLog } = platform;
  const recordedCalls = createRecordedCalls();
  const shell: ShellApi = {
    session,
    clock,
    live,
    store,
    apiClient,
    ...createRecordedHolds(recordedCalls),
    consent: createScenarioConsent(),
    navigation: createRecordedNavigation(recordedCalls, recordStep(receiver)),
    remotes: createScenarioRemotes({ ownRemote: declaration }, () => shell),
    deployment: defaultDeployment,
    snackbar: receiver.snackbar,
    alert: receiver.alert,
    track: (work) => work,
    logEvent: eventLog.log,
    openDrawer: () => receiver.logLine('openDrawer'),
  };
  return { shell, scenario: null, simulateFaults: faultSimulation.set, stop: platform.stop };
};
