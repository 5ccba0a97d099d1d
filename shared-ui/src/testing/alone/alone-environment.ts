import { createObservable } from '../../platform/events/observable';
import { browserPlatformDeps, createPlatform } from '../../platform/create-platform';
import type { RemoteDeclaration, ShellApi } from '../../platform/shell/shell-contract';
import { showsScreen } from '../shell/scenario';
import type { Scenario } from '../shell/scenario';
import { createRecordedHolds, createRecordedNavigation, createRecordedCalls } from '../shell/recorded';
import type { NavigationStep } from '../shell/recorded';
import { createScenarioConsent, createScenarioRemotes } from '../shell/scenario-services';
import { createScenarioShell, defaultDeployment } from '../shell/scenario-shell';
import type { ScenarioShell } from '../shell/scenario-shell';
import { executeNavigationStep } from './alone-address';
import type { AloneSetting, SimulatedFault } from './alone-address';
import type { AloneReceiver } from './alone-receiver';

/** Simulated shell in which a page runs one remote alone, with the functions that simulate faults. */
export interface AloneEnvironment {
  readonly shell: ShellApi;
  /** Shell of the scenario, whose session and clock can be set; null when the remote runs against a real gateway. */
  readonly scenario: ScenarioShell | null;
  /** From now on, applies the simulated delay and fault to requests and live data. */
  simulateFaults(setting: Pick<AloneSetting, 'latencyMs' | 'fault'>): void;
  stop(): void;
}

type SendRequestFunction = (request: Request) => Promise<Response>;

const unavailableResponse = (): Response =>
  Response.json(
    { code: 'unavailable', message: 'Disturbed on purpose', requestId: 'alone' },
    { status: 503, headers: { 'Retry-After': '1' } },
  );

/** Creates a wrapper around requests that delays or rejects them according to the setting. */
const createFaultSimulation = () => {
  let currentFaultSetting: { readonly latencyMs: number; readonly fault: SimulatedFault } = {
    latencyMs: 0,
    fault: 'none',
  };
  return {
    set: (nextFaultSetting: typeof currentFaultSetting): void => {
      currentFaultSetting = nextFaultSetting;
    },
    pass:
      (sendRequest: SendRequestFunction): SendRequestFunction =>
      async (request) => {
        if (currentFaultSetting.latencyMs > 0)
          await new Promise((resolve) => setTimeout(resolve, currentFaultSetting.latencyMs));
        if (currentFaultSetting.fault === 'offline') throw new TypeError('Failed to fetch');
        return currentFaultSetting.fault === 'unavailable' ? unavailableResponse() : sendRequest(request);
      },
  };
};

const createStepRecorder =
  (receiver: AloneReceiver) =>
  (navigationStep: NavigationStep): void => {
    receiver.logLine(navigationStep.join(' '));
    executeNavigationStep(navigationStep);
  };

const addressOfScenario = (scenario: Scenario) =>
  showsScreen(scenario) ? { key: scenario.screen, params: scenario.params ?? [] } : null;

/** Creates the environment for one scenario. The scenario's simulated responses replace the gateway. */
export const createScenarioEnvironment = (
  declaration: RemoteDeclaration,
  scenario: Scenario,
  receiver: AloneReceiver,
): AloneEnvironment => {
  const faultSimulation = createFaultSimulation();
  const shell = createScenarioShell(
    { address: addressOfScenario(scenario), ...scenario, ownRemote: declaration },
    {
      wrapSend: faultSimulation.pass,
      onStep: createStepRecorder(receiver),
      alert: receiver.alert,
      snackbar: receiver.snackbar,
      onEvent: (eventName) => receiver.logLine(eventName),
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
  const browserDeps = browserPlatformDeps();
  const gatewayPlatform = createPlatform({
    ...browserDeps,
    loadLive: () => import('../../platform/live/live-client'),
    async loadOffline() {
      const { createOfflineParts } = await import('../../platform/offline');
      return (deps) => createOfflineParts(deps, null);
    },
    sendRequest: faultSimulation.pass(browserDeps.sendRequest),
  });
  gatewayPlatform.eventLog.subscribe((name) => receiver.logLine(name));
  gatewayPlatform.start();
  gatewayPlatform.startOffline();
  const { session, clock, live, store, apiClient, waitingWrites, eventLog } = gatewayPlatform;
  const recordedCalls = createRecordedCalls();
  const shell: ShellApi = {
    session,
    clock,
    live,
    store,
    apiClient,
    waitingWrites,
    ...createRecordedHolds(recordedCalls),
    consent: createScenarioConsent(),
    installApp: createObservable(null),
    navigation: createRecordedNavigation(recordedCalls, createStepRecorder(receiver)),
    remotes: createScenarioRemotes({ ownRemote: declaration }, () => shell),
    deployment: defaultDeployment,
    snackbar: receiver.snackbar,
    alert: receiver.alert,
    track: (trackedWork) => trackedWork,
    logEvent: eventLog.log,
    openDrawer: () => receiver.logLine('openDrawer'),
  };
  return { shell, scenario: null, simulateFaults: faultSimulation.set, stop: gatewayPlatform.stop };
};
