import { liveCloseCodes } from '@mahlzeit/contract';
import type { ClientFrame, ServerFrame } from '@mahlzeit/contract';
import {
  withLive,
  goneTopic,
  withoutSnapshot,
  newTopic,
  withDelta,
  withoutCursor,
  withPong,
  withReset,
  withSnap,
} from './live-topic';
import type { Topic } from './live-topic';

/**
 * Phase of the connection. `idle`: there is no token yet; `refused`: the server refused the token, and a new one is
 * requested; `waiting`: the connection is lost, and a timer will start the next attempt.
 */
type Phase = 'idle' | 'opening' | 'greeting' | 'open' | 'waiting' | 'refused';

/** Complete state of the live client. Only `computeTransition` changes it. */
export interface LiveState {
  readonly phase: Phase;
  readonly token: string | null;
  /** Number of attempts since the connection was last stable. */
  readonly attempt: number;
  /** Minimum delay in ms before the next connection, as the server has requested it. */
  readonly leastWaitMs: number;
  readonly pingMs: number;
  /** Number of pings for which no pong has arrived yet. */
  readonly pendingPings: number;
  /** Topics whose subscription was ended on this connection. Frames of these topics may still arrive. */
  readonly unsubscribedTopics: ReadonlySet<string>;
  readonly topics: ReadonlyMap<string, Topic>;
}

/** Timers of the client. Each topic that is waiting for its next attempt has its own timer. */
type TimerName = 'greet' | 'reconnect' | 'quiet' | 'pong' | 'steady' | `topic:${string}`;

/** Inputs of the state machine: events of the socket, the timers and the page. */
export type LiveInput =
  | { readonly type: 'token'; readonly token: string }
  | { readonly type: 'renewalFailed' }
  /** The user changes or logs out, so the data of the former user must be deleted. */
  | { readonly type: 'userLeft' }
  | { readonly type: 'subscribe'; readonly topic: string }
  | { readonly type: 'unsubscribe'; readonly topic: string }
  | { readonly type: 'opened' }
  | { readonly type: 'closed'; readonly code: number }
  | { readonly type: 'frame'; readonly frame: ServerFrame }
  /** A frame that breaks the contract has arrived. */
  | { readonly type: 'garbled' }
  | { readonly type: 'timer'; readonly name: TimerName }
  /** The page becomes visible again or the network is back. */
  | { readonly type: 'nudge' }
  | { readonly type: 'stop' };

/** Outputs of the state machine: commands that the live client executes. */
export type LiveCommand =
  | { readonly type: 'connect' }
  | { readonly type: 'disconnect' }
  | { readonly type: 'send'; readonly frame: ClientFrame }
  | { readonly type: 'startTimer'; readonly name: TimerName; readonly ms: number }
  | { readonly type: 'stopTimer'; readonly name: TimerName }
  /** Starts the timer `reconnect` with a random delay that grows with each attempt. */
  | { readonly type: 'backOff'; readonly attempt: number; readonly leastMs: number }
  | { readonly type: 'renewToken'; readonly refusedToken: string }
  | { readonly type: 'time'; readonly now: number; readonly isMoved: boolean }
  /** Notifies subscribers that the data or the status of a topic has changed. */
  | { readonly type: 'changed'; readonly topic: string }
  | { readonly type: 'report'; readonly about: string };

/** Result of a transition: the next state and the commands to execute. */
interface Transition {
  readonly state: LiveState;
  readonly commands: readonly LiveCommand[];
}

type Frame<Kind extends ServerFrame['op']> = Extract<ServerFrame, { op: Kind }>;

/** State of a live client that has not received any input yet. */
export const initialLiveState: LiveState = {
  phase: 'idle',
  token: null,
  attempt: 0,
  leastWaitMs: 0,
  pingMs: 25_000,
  pendingPings: 0,
  unsubscribedTopics: new Set(),
  topics: new Map(),
};

/** Returns a transition to `state`. */
const transition = (state: LiveState, ...commands: readonly LiveCommand[]): Transition => ({ state, commands });

/** Returns the state with one topic replaced. With null, the topic is removed. */
const withTopic = (state: LiveState, name: string, topic: Topic | null): LiveState => {
  const topics = new Map(state.topics);
  if (topic === null) topics.delete(name);
  else topics.set(name, topic);
  return { ...state, topics };
};

const GREETING_TIMEOUT_MS = 10_000;
const PONG_TIMEOUT_MS = 5_000;
/** Time in ms after which a connection counts as stable. The next delay before reconnecting is then short again. */
const STABLE_AFTER_MS = 5_000;
/** Delay in ms when too many tabs are connected: the user must close one of them first. */
const TOO_MANY_TABS_DELAY_MS = 30_000;

const connectionTimers: readonly TimerName[] = ['greet', 'reconnect', 'quiet', 'pong', 'steady'];

const stopTimers = (state: LiveState): LiveCommand[] =>
  [...connectionTimers, ...[...state.topics.keys()].map((name): TimerName => `topic:${name}`)].map((name) => ({
    type: 'stopTimer',
    name,
  }));

const changedCommands = (state: LiveState): LiveCommand[] =>
  [...state.topics.keys()].map((topic) => ({ type: 'changed', topic }));

const mapTopics = (state: LiveState, changeTopic: (topic: Topic) => Topic): LiveState => ({
  ...state,
  topics: new Map([...state.topics].map(([name, topic]) => [name, changeTopic(topic)])),
});

/** Returns the frame that subscribes to a topic. With a cursor, the server sends only the changes after it. */
const subscribeFrame = (name: string, { cursor }: Topic): ClientFrame =>
  cursor === null ? { op: 'sub', id: name, topic: name } : { op: 'sub', id: name, topic: name, cursor };

const startOpening = (state: LiveState): Transition =>
  transition(
    { ...state, phase: 'opening', pendingPings: 0, unsubscribedTopics: new Set() },
    { type: 'connect' },
    { type: 'startTimer', name: 'greet', ms: GREETING_TIMEOUT_MS },
  );

const startWaiting = (state: LiveState): Transition =>
  transition(
    { ...state, phase: 'waiting', attempt: state.attempt + 1, leastWaitMs: 0 },
    { type: 'backOff', attempt: state.attempt, leastMs: state.leastWaitMs },
  );

/** Returns the transition with further commands that are executed first. */
const withCommands = (firstCommands: readonly LiveCommand[], { state, commands }: Transition): Transition => ({
  state,
  commands: [...firstCommands, ...commands],
});

/** Handles a lost connection: all topics become stale, and the next attempt follows after a delay. */
const onConnectionLost = (state: LiveState, leastWaitMs = state.leastWaitMs): Transition => {
  const nextState = mapTopics(state, withoutSnapshot);
  return withCommands(
    [{ type: 'disconnect' }, ...stopTimers(state), ...changedCommands(nextState)],
    startWaiting({ ...nextState, leastWaitMs }),
  );
};

/** Handles a frame that breaks the contract: all data is requested again on a new connection. */
const onGarbledFrame = (state: LiveState): Transition =>
  withCommands([{ type: 'report', about: 'garbled' }], onConnectionLost(mapTopics(state, withoutCursor)));

const onTokenRefused = (state: LiveState): Transition => {
  const nextState = mapTopics(state, withoutSnapshot);
  const renewCommands: LiveCommand[] = state.token === null ? [] : [{ type: 'renewToken', refusedToken: state.token }];
  return transition(
    { ...nextState, phase: 'refused', attempt: state.attempt + 1 },
    ...stopTimers(state),
    ...changedCommands(nextState),
    ...renewCommands,
  );
};

/** Handles a socket that was closed by the browser, the network or the server. */
const onClosed = (state: LiveState, code: number): Transition => {
  if (code === liveCloseCodes.unauthenticated) return onTokenRefused(state);
  if (code === liveCloseCodes.tooManyConnections) return onConnectionLost(state, TOO_MANY_TABS_DELAY_MS);
  const isClientFault = code === liveCloseCodes.invalidFrame || code === liveCloseCodes.frameTooLarge;
  return isClientFault
    ? withCommands([{ type: 'report', about: `close ${code}` }], onConnectionLost(state))
    : onConnectionLost(state);
};

/** Handles a new token: connects if the client was waiting for a token, otherwise sends it over the open connection. */
const onToken = (previousState: LiveState, token: string): Transition => {
  const state = { ...previousState, token };
  if (state.phase === 'idle') return startOpening(state);
  // After one refusal, the client connects at once with the new token. After repeated refusals it waits, so that it
  // doesn't loop without a delay.
  if (state.phase === 'refused') return state.attempt <= 1 ? startOpening(state) : startWaiting(state);
  return state.phase === 'open' && token !== previousState.token
    ? transition(state, { type: 'send', frame: { op: 'auth', token } })
    : transition(state);
};

/** Handles that no new token is available: the client tries to connect again later. */
const onRenewalFailed = (state: LiveState): Transition =>
  state.phase === 'refused' ? startWaiting(state) : transition(state);

/** Deletes all data of the former user. Subscriptions stay for the next user, without data. */
const onUserLeft = (state: LiveState): Transition => {
  const nextState = mapTopics(state, () => newTopic);
  return transition(
    { ...nextState, phase: 'idle', token: null, attempt: 0, leastWaitMs: 0 },
    { type: 'disconnect' },
    ...stopTimers(state),
    ...changedCommands(nextState),
  );
};

/** Disconnects, because the page is closed. */
const onStopped = (state: LiveState): Transition =>
  transition({ ...state, phase: 'idle' }, { type: 'disconnect' }, ...stopTimers(state));

/** Handles an opened socket: sends the token. */
const onOpened = (state: LiveState): Transition =>
  state.token === null
    ? transition(state)
    : transition({ ...state, phase: 'greeting' }, { type: 'send', frame: { op: 'hello', v: 1, token: state.token } });

/** Handles that the server has accepted the token: subscribes to all topics again. */
const onWelcome = (state: LiveState, { now, limits }: Frame<'welcome'>): Transition => {
  const subscriptions = [...state.topics].filter(([, { status }]) => status !== 'gone');
  return transition(
    { ...state, phase: 'open', pingMs: limits.pingMs },
    { type: 'stopTimer', name: 'greet' },
    { type: 'startTimer', name: 'steady', ms: STABLE_AFTER_MS },
    { type: 'time', now, isMoved: false },
    ...subscriptions.map(([name, topic]): LiveCommand => ({ type: 'send', frame: subscribeFrame(name, topic) })),
  );
};

/**
 * Returns the commands after each frame. A frame proves that the connection works, so the timer that detects silence
 * starts again.
 */
const frameReceivedCommands = (state: LiveState): readonly LiveCommand[] =>
  state.phase === 'open'
    ? [
        { type: 'stopTimer', name: 'pong' },
        { type: 'startTimer', name: 'quiet', ms: 2 * state.pingMs },
      ]
    : [];

/** Sends a ping to check whether the server still responds. */
const sendPing = (state: LiveState): Transition =>
  transition(
    { ...state, pendingPings: state.pendingPings + 1 },
    { type: 'send', frame: { op: 'ping' } },
    { type: 'startTimer', name: 'pong', ms: PONG_TIMEOUT_MS },
  );

/** Handles a pong: the server responds, and all frames that it sent before it received our ping have arrived. */
const onPong = (state: LiveState): Transition =>
  transition({ ...mapTopics(state, withPong), pendingPings: Math.max(0, state.pendingPings - 1) });

/** Returns the state with a topic added to `unsubscribedTopics`, or removed from it. */
const withUnsubscribed = (state: LiveState, name: string, isUnsubscribed: boolean): LiveState => {
  const unsubscribedTopics = new Set(state.unsubscribedTopics);
  if (isUnsubscribed) unsubscribedTopics.add(name);
  else unsubscribedTopics.delete(name);
  return { ...state, unsubscribedTopics };
};

/**
 * Subscribes to a topic. If the same topic was unsubscribed on this connection, frames of the former subscription are
 * ignored until the server's pong arrives.
 */
const subscribeTopic = (previousState: LiveState, name: string, topic: Topic): Transition => {
  const subscribeCommand: LiveCommand = { type: 'send', frame: subscribeFrame(name, topic) };
  if (previousState.phase !== 'open') return transition(withTopic(previousState, name, topic));
  if (!previousState.unsubscribedTopics.has(name))
    return transition(withTopic(previousState, name, topic), subscribeCommand);
  const { state, commands } = sendPing(withUnsubscribed(previousState, name, false));
  return transition(
    withTopic(state, name, { ...topic, pongsToAwait: state.pendingPings }),
    ...commands,
    subscribeCommand,
  );
};

/** Ends the subscription of a topic, if the connection is open. */
const unsubscribeTopic = (state: LiveState, name: string): Transition =>
  state.phase === 'open'
    ? transition(withUnsubscribed(state, name, true), { type: 'send', frame: { op: 'unsub', id: name } })
    : transition(state);

/**
 * Handles that the page is visible again or the network is back: reconnects without a delay, or checks the open
 * connection.
 */
const onNudge = (state: LiveState): Transition => {
  if (state.phase === 'open') return sendPing(state);
  return state.phase === 'waiting'
    ? withCommands([{ type: 'stopTimer', name: 'reconnect' }], startOpening(state))
    : transition(state);
};

/** Handles the expired timer `reconnect`. */
const reconnect = (state: LiveState): Transition =>
  state.phase === 'waiting' ? startOpening(state) : transition(state);

const unsubscribe = (state: LiveState, name: string): Transition =>
  withCommands([{ type: 'stopTimer', name: `topic:${name}` }], unsubscribeTopic(withTopic(state, name, null), name));

/** Handles a topic whose history no longer contains the client's cursor: subscribes again and requests all data. */
const restartTopic = (state: LiveState, name: string, topic: Topic): Transition => {
  const { state: stateAfterLeaving, commands } = unsubscribeTopic(state, name);
  const resubscription = subscribeTopic(stateAfterLeaving, name, withoutCursor(topic));
  return transition(resubscription.state, ...commands, ...resubscription.commands, { type: 'changed', topic: name });
};

const updateTopic = (state: LiveState, name: string, changeTopic: (topic: Topic) => Topic | 'foreign'): Transition => {
  const previousTopic = state.topics.get(name);
  // Frames of a former subscription of this topic may still arrive. They are ignored.
  if (previousTopic === undefined || previousTopic.pongsToAwait > 0) return transition(state);
  const nextTopic = changeTopic(previousTopic);
  if (nextTopic === 'foreign') return restartTopic(state, name, previousTopic);
  if (nextTopic === previousTopic) return transition(state);
  // While a topic is still receiving missing changes, subscribers aren't notified, so that no intermediate state is
  // visible.
  const isVisibleChange = nextTopic.status === 'live' || nextTopic.status !== previousTopic.status;
  return transition(
    withTopic(state, name, nextTopic),
    ...(isVisibleChange ? [{ type: 'changed', topic: name } satisfies LiveCommand] : []),
  );
};

const RETRY_TOPIC_MS = 5_000;

const onErrorFrame = (state: LiveState, { id, code, retryMs }: Frame<'err'>): Transition => {
  // The server has rejected a ping and will send no pong for it. Without a new connection, topics would wait for this
  // pong forever.
  if (id === undefined && code === 'rateLimited') return onConnectionLost(state, retryMs);
  if (id === undefined || !state.topics.has(id)) return transition(state, { type: 'report', about: code });
  if (code === 'notFound') return updateTopic(state, id, () => goneTopic);
  return transition(
    state,
    { type: 'report', about: code },
    { type: 'startTimer', name: `topic:${id}`, ms: retryMs ?? RETRY_TOPIC_MS },
  );
};

const onAuthRequired = (state: LiveState): Transition =>
  state.token === null ? transition(state) : transition(state, { type: 'renewToken', refusedToken: state.token });

type FrameHandlers = { readonly [Kind in ServerFrame['op']]: (state: LiveState, frame: Frame<Kind>) => Transition };

const frameHandlers: FrameHandlers = {
  welcome: onWelcome,
  snap: (state, frame) => updateTopic(state, frame.id, (topic) => withSnap(topic, frame)),
  delta: (state, frame) => updateTopic(state, frame.id, (topic) => withDelta(topic, frame)),
  live: (state, frame) => updateTopic(state, frame.id, (topic) => withLive(topic, frame)),
  reset: (state, frame) => updateTopic(state, frame.id, (topic) => withReset(topic, frame)),
  clock: (state, { now }) => transition(state, { type: 'time', now, isMoved: true }),
  err: onErrorFrame,
  auth_required: onAuthRequired,
  bye: (state, { retryMs }) => transition({ ...state, leastWaitMs: retryMs }),
  pong: onPong,
};

const handleFrame = <Kind extends ServerFrame['op']>(
  state: LiveState,
  frame: Frame<Kind> & { op: Kind },
): Transition => {
  const { state: nextState, commands } = frameHandlers[frame.op](state, frame);
  return { state: nextState, commands: [...frameReceivedCommands(nextState), ...commands] };
};

const onTopicTimer = (state: LiveState, name: string): Transition => {
  const topic = state.topics.get(name);
  return topic === undefined ? transition(state) : subscribeTopic(state, name, topic);
};

const onTimer = (state: LiveState, name: TimerName): Transition => {
  if (name.startsWith('topic:')) return onTopicTimer(state, name.slice('topic:'.length));
  if (name === 'reconnect') return reconnect(state);
  if (name === 'steady') return transition({ ...state, attempt: 0 });
  return name === 'quiet' ? sendPing(state) : onConnectionLost(state);
};

/**
 * Computes the next state and commands of the live client. The function is pure: it uses no sockets, timers or random
 * numbers.
 */
export const computeTransition = (state: LiveState, input: LiveInput): Transition => {
  switch (input.type) {
    case 'token':
      return onToken(state, input.token);
    case 'renewalFailed':
      return onRenewalFailed(state);
    case 'userLeft':
      return onUserLeft(state);
    case 'subscribe':
      return subscribeTopic(state, input.topic, newTopic);
    case 'unsubscribe':
      return unsubscribe(state, input.topic);
    case 'opened':
      return onOpened(state);
    case 'closed':
      return onClosed(state, input.code);
    case 'frame':
      return handleFrame(state, input.frame);
    case 'garbled':
      return onGarbledFrame(state);
    case 'timer':
      return onTimer(state, input.name);
    case 'nudge':
      return onNudge(state);
    case 'stop':
      return onStopped(state);
  }
};
