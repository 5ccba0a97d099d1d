import { getMe, meTopic } from '@mahlzeit/contract';
import type { Account, Op } from '@mahlzeit/contract';
import { fixtureNow } from '@mahlzeit/contract/fixtures';
import { createApiClient } from '../../platform/session/api-client';
import { createTransport } from '../../platform/api/transport';
import type { SendRequest } from '../../platform/api/transport';
import { browserTimers } from '../../platform/browser/clock';
import type { Timers } from '../../platform/browser/clock';
import { createEventLog } from '../../platform/events/event-log';
import { createLiveClient } from '../../platform/live/live-client';
import type { LiveDriver } from '../../platform/live/live-client';
import type {
  Deployment,
  RemoteDeclaration,
  ScreenAddress,
  SessionView,
  ShellApi,
} from '../../platform/shell/shell-contract';
import { api, createStore, userChanged } from '../../platform/store/store';
import type { AppStore } from '../../platform/store/store';
import { createObservable } from '../../platform/events/observable';
import { createWaitingWrites } from '../../platform/offline/waiting-writes';
import { browserOutbox } from '../../platform/outbox';
import { applyUserDocument, createUserApplier } from '../../platform/resources/user-api';
import { answerWith, createScenarioGateway } from '../scenario/scenario-gateway';
import type { ScenarioAnswer } from '../scenario/scenario-gateway';
import { createScenarioSocket } from '../scenario/scenario-socket';
import type { ScenarioTopic, ScenarioTopics } from '../scenario/scenario-socket';
import { sessionViewOf, userOf } from '../scenario/session-kind';
import type { SessionKind } from '../scenario/session-kind';
import { createRecordedHolds, createRecordedNavigation, createRecordedCalls } from './recorded';
import type { NavigationStep, RecordedCalls, RecordedNavigation } from './recorded';
import { createScenarioClock, createScenarioConsent, createScenarioRemotes } from './scenario-services';
import type { ScenarioCommands, ScenarioConsent, ScenarioSlots } from './scenario-services';
import { createScenarioSession, SCENARIO_TOKEN } from './scenario-session';
import type { ScenarioSession } from './scenario-session';

/** State of everything around a screen in a scenario: session, time, responses, live topics, other remotes. */
export interface ScenarioShellOptions {
  readonly session?: SessionKind;
  /** Fields that replace those of the default account for `session`. */
  readonly account?: Partial<Account>;
  /** Time of the server in epoch milliseconds; by default the time of the test data. */
  readonly now?: number;
  readonly answers?: readonly ScenarioAnswer[];
  readonly topics?: ScenarioTopics;
  readonly slots?: ScenarioSlots;
  readonly commands?: ScenarioCommands;
  /** Remote under test: its own slots and commands are available too. */
  readonly ownRemote?: RemoteDeclaration;
  /** Keys of screens that no remote declares; all other screens exist. */
  readonly missingScreens?: readonly string[];
  /**
   * Initial screen of the address, to which the shell's navigation then belongs: like a screen's own navigation, it
   * does nothing while the address names another screen. Default: only the page without a modal screen.
   */
  readonly address?: ScreenAddress | null;
  readonly deployment?: Partial<Deployment>;
  /** Purposes that need consent, and the purposes that the user has allowed so far. */
  readonly consent?: ScenarioConsent;
  /** Called when the user installs the app; default: the browser offers no installation. */
  readonly installApp?: () => void;
}

/** Functions with which a host, such as a test or the page for testers, takes part in the scenario. */
interface ScenarioHost {
  readonly timers?: Timers;
  /** Wraps the function that sends requests, to delay or reject them. */
  wrapSend?(sendRequest: SendRequest): SendRequest;
  /** Called with each step of the screen's navigation, such as opening another screen. */
  onStep?(step: NavigationStep): void;
  /** Shows an alert and resolves with the choice; default: every alert is dismissed. */
  alert?: ShellApi['alert'];
  snackbar?: ShellApi['snackbar'];
  /** Called with the name of each logged event. */
  onEvent?(name: string): void;
}

/** Shell with the simulated network, clock and remotes of a scenario; everything else is the real platform. */
export interface ScenarioShell extends ShellApi {
  readonly navigation: RecordedNavigation;
  readonly recorded: RecordedCalls;
  /** Requests that were sent so far, as method and path (`GET /api/users/me`), oldest first. */
  readonly requests: readonly string[];
  use(...answers: readonly ScenarioAnswer[]): void;
  setSession(session: SessionKind | SessionView): void;
  setNow(now: number): void;
  /** Applies a change to one item of a live topic and sends it to all subscribers. */
  change(topic: string, op: Op): void;
  /** Ends a live topic for all its subscribers. */
  refuse(topic: string): void;
  setOffline(isOffline: boolean): void;
  stop(): void;
}

/** Default settings of the deployment for a remote that runs alone, without the shell. */
export const defaultDeployment: Deployment = {
  stage: 'dev',
  version: '5.0.1',
  supportEmail: 'hilfe@mahlzeit.test',
  paymentSupportEmail: 'zahlung@mahlzeit.test',
  messengerUrl: null,
  partnerSignupUrl: null,
  helpUrl: null,
  rideServiceUrl: null,
  appStoreUrl: null,
  playStoreUrl: null,
  measurementId: null,
  testPayments: ['card', 'paypal'],
  takesOrders: true,
  worksOffline: false,
  mapTiles: null,
  googleMaps: null,
};

const ORIGIN = 'http://127.0.0.1:4000';

/** Returns the content of the topic `me` for a session: the user and the scenario's items. */
const userTopicContentOf = (sessionView: SessionView, { topics }: ScenarioShellOptions): ScenarioTopic => ({
  user: sessionView.status === 'known' ? [userOf(sessionView.account)] : [],
  ...topics?.[meTopic],
});

const createScenarioNetwork = (
  options: ScenarioShellOptions,
  now: () => number,
  { wrapSend = (sendRequest) => sendRequest }: ScenarioHost,
) => {
  const scenarioGateway = createScenarioGateway(options.answers);
  return {
    gateway: scenarioGateway,
    socket: createScenarioSocket({ ...options.topics }, now),
    sendRequest: wrapSend(scenarioGateway.sendRequest),
  };
};

interface UserDependents {
  readonly session: ScenarioSession;
  readonly live: LiveDriver;
  readonly store: AppStore;
  readonly network: ReturnType<typeof createScenarioNetwork>;
}

/**
 * Resets live data, cache and store when the user changes, as the platform does, and provides the data of the new user.
 */
const syncWithUser = ({ session, live, store, network }: UserDependents, options: ScenarioShellOptions): void => {
  const account = (): Account => {
    const sessionView = session.get();
    if (sessionView.status !== 'known') throw new Error('The session of the scenario has no account');
    return sessionView.account;
  };
  const startForUser = (view: SessionView): void => {
    network.socket.replace(meTopic, userTopicContentOf(view, options));
    if (view.status === 'known') live.setToken(SCENARIO_TOKEN);
  };
  network.gateway.useDefaultAnswers(answerWith(getMe, () => userOf(account())));
  session.onUser((user, view) => {
    live.forgetUser();
    store.dispatch(api.util.resetApiState());
    store.dispatch(userChanged(user));
    startForUser(view);
  });
  startForUser(session.get());
};

/** Creates a shell with the network, the clock and the remotes of a scenario. */
export const createScenarioShell = (options: ScenarioShellOptions = {}, host: ScenarioHost = {}): ScenarioShell => {
  const { timers = browserTimers } = host;
  const recordedCalls = createRecordedCalls();
  const clock = createScenarioClock(options.now ?? fixtureNow);
  const eventLog = createEventLog();
  const network = createScenarioNetwork(options, clock.now, host);
  const transport = createTransport({
    sendRequest: network.sendRequest,
    origin: ORIGIN,
    timers,
    eventLog,
    observeTime: () => undefined,
  });
  const session = createScenarioSession(transport, sessionViewOf(options.session ?? 'anonymous', options.account));
  const apiClient = createApiClient(transport, session);
  const liveClient = createLiveClient({
    openSocket: network.socket.open,
    timers,
    eventLog,
    random: () => 0.5,
    renewToken: () => Promise.resolve(SCENARIO_TOKEN),
    observeTime: () => undefined,
  });
  const store = createStore({ apiClient, live: liveClient, clock, timers });
  eventLog.subscribe((eventName, parameters) => {
    recordedCalls.events.push({ name: eventName, parameters });
    host.onEvent?.(eventName);
  });
  syncWithUser({ session, live: liveClient, store, network }, options);
  applyUserDocument(session, store);
  const applyUser = createUserApplier(session, store);

  const shell: ScenarioShell = {
    session: { ...session, applyUser },
    store,
    live: liveClient,
    apiClient,
    waitingWrites: createWaitingWrites({
      ...browserOutbox(timers),
      shell: { session, live: liveClient, apiClient },
      onUser: applyUser,
    }),
    clock,
    recorded: recordedCalls,
    navigation: createRecordedNavigation(recordedCalls, (step) => host.onStep?.(step), options),
    remotes: createScenarioRemotes(options, () => shell),
    deployment: { ...defaultDeployment, ...options.deployment },
    ...createRecordedHolds(recordedCalls),
    consent: createScenarioConsent(options.consent),
    installApp: createObservable(options.installApp ?? null),
    snackbar(message) {
      recordedCalls.snackbars.push(message);
      host.snackbar?.(message);
    },
    alert(request) {
      recordedCalls.alerts.push(request);
      return host.alert?.(request) ?? Promise.resolve(null);
    },
    track: (work) => work,
    logEvent: eventLog.log,
    openDrawer() {
      recordedCalls.drawerOpenings += 1;
    },
    requests: network.gateway.requests,
    use: network.gateway.useAnswers,
    setSession: (nextSession) =>
      session.set(typeof nextSession === 'string' ? sessionViewOf(nextSession) : nextSession),
    setNow: clock.set,
    change: network.socket.change,
    refuse: network.socket.refuseTopic,
    setOffline(isOffline) {
      network.socket.setOffline(isOffline);
      if (!isOffline) liveClient.reconnectSoon();
    },
    stop: liveClient.stop,
  };
  return shell;
};
