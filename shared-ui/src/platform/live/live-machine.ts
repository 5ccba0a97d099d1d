import { liveCloseCodes } from '@mahlzeit/contract';
import type { ClientFrame, LiveItem, ServerFrame } from '@mahlzeit/contract';
import {
  withLiveFrame,
  GONE_TOPIC,
  withCachedItems,
  withoutSnapshot,
  NEW_TOPIC,
  withDeltaFrame,
  withoutCursor,
  withPongFrame,
  withResetFrame,
  withSnapshotFrame,
} from './live-topic';
import type { Topic } from './live-topic';

/**
 * Phase of the live connection. `idle`: there is no token yet; `refused`: the server refused the token, and a new one
 * is requested; `waiting`: the connection is lost, and a timer will start the next attempt.
 */
type ConnectionPhase = 'idle' | 'opening' | 'greeting' | 'open' | 'waiting' | 'refused';

/** Complete state of the live client. Only `computeTransition` changes it. */
export interface LiveState {
  readonly phase: ConnectionPhase;
  readonly token: string | null;
  /** Number of attempts since the connection was last stable. */
  readonly attempt: number;
  /** Minimum delay in ms before the next connection, as the server has requested it. */
  readonly leastWaitMs: number;
  readonly pingMs: number;
  /** Number of pings for which no pong has arrived yet. */
  readonly pendingPings: number;
  /** Topics whose subscription was ended on this connection. Server messages about these topics may still arrive. */
  readonly unsubscribedTopics: ReadonlySet<string>;
  readonly topics: ReadonlyMap<string, Topic>;
}

/** Names of the live client's timers. Each topic that is waiting for its next attempt has a timer of its own. */
type TimerName = 'greet' | 'reconnect' | 'quiet' | 'pong' | 'steady' | `topic:${string}`;

/** Inputs of the state machine: events of the socket, the timers and the page. */
export type LiveInput =
  | { readonly type: 'token'; readonly token: string }
  | { readonly type: 'renewalFailed' }
  /** The user changes or logs out, so the data of the former user must be deleted. */
  | { readonly type: 'userLeft' }
  | { readonly type: 'subscribe'; readonly topic: string }
  | { readonly type: 'unsubscribe'; readonly topic: string }
  /** The page starts with the session of an earlier one, because the gateway doesn't answer. */
  | { readonly type: 'unreached' }
  /** Data of a topic that an earlier page has stored. */
  | { readonly type: 'cached'; readonly topic: string; readonly items: readonly LiveItem[] }
  | { readonly type: 'opened' }
  | { readonly type: 'closed'; readonly code: number }
  | { readonly type: 'frame'; readonly frame: ServerFrame }
  /** The server has sent a message that breaks the contract. */
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
interface LiveTransition {
  readonly state: LiveState;
  readonly commands: readonly LiveCommand[];
}

type FrameOf<Op extends ServerFrame['op']> = Extract<ServerFrame, { op: Op }>;

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

const toTransition = (state: LiveState, ...commands: readonly LiveCommand[]): LiveTransition => ({ state, commands });

/** Returns the client's state with one topic replaced. With null, the topic is removed. */
const withTopic = (state: LiveState, topicName: string, topic: Topic | null): LiveState => {
  const topics = new Map(state.topics);
  if (topic === null) topics.delete(topicName);
  else topics.set(topicName, topic);
  return { ...state, topics };
};

const WELCOME_TIMEOUT_MS = 10_000;
const PONG_TIMEOUT_MS = 5_000;
/**
 * Time in ms after which a connection counts as stable. When a stable connection is lost, the delay before reconnecting
 * is short again.
 */
const STABLE_CONNECTION_AFTER_MS = 5_000;
/** Delay in ms when too many tabs are connected and the server names none: the user must close one of them first. */
const TOO_MANY_TABS_DELAY_MS = 30_000;

const CONNECTION_TIMER_NAMES: readonly TimerName[] = ['greet', 'reconnect', 'quiet', 'pong', 'steady'];

const stopTimerCommands = (state: LiveState): LiveCommand[] =>
  [...CONNECTION_TIMER_NAMES, ...[...state.topics.keys()].map((timedName): TimerName => `topic:${timedName}`)].map(
    (name) => ({
      type: 'stopTimer',
      name,
    }),
  );

const topicChangedCommands = (state: LiveState): LiveCommand[] =>
  [...state.topics.keys()].map((topic) => ({ type: 'changed', topic }));

const withMappedTopics = (state: LiveState, changeTopic: (topic: Topic) => Topic): LiveState => ({
  ...state,
  topics: new Map([...state.topics].map(([topicName, topic]) => [topicName, changeTopic(topic)])),
});

/**
 * Returns the message (frame) with which the client subscribes to a topic. With a cursor, the server sends only the
 * changes after it.
 */
const subscribeFrame = (topicName: string, { cursor }: Topic): ClientFrame =>
  cursor === null
    ? { op: 'sub', id: topicName, topic: topicName }
    : { op: 'sub', id: topicName, topic: topicName, cursor };

const startOpening = (state: LiveState): LiveTransition =>
  toTransition(
    { ...state, phase: 'opening', pendingPings: 0, unsubscribedTopics: new Set() },
    { type: 'connect' },
    { type: 'startTimer', name: 'greet', ms: WELCOME_TIMEOUT_MS },
  );

const startWaiting = (state: LiveState): LiveTransition =>
  toTransition(
    { ...state, phase: 'waiting', attempt: state.attempt + 1, leastWaitMs: 0 },
    { type: 'backOff', attempt: state.attempt, leastMs: state.leastWaitMs },
  );

/**
 * Returns the commands that subscribe again to topics that the server has refused, because the user may have the rights
 * again. They are sent only on a new token, and when the page is visible again, so that the client doesn't ask in a
 * loop. After a new connection the client subscribes to all topics anyway.
 */
const askAgainCommands = ({ topics }: LiveState): readonly LiveCommand[] =>
  [...topics]
    .filter(([, { status }]) => status === 'gone')
    .map(([topicName, topic]) => ({ type: 'send', frame: subscribeFrame(topicName, topic) }));

/** Returns the transition with further commands in front of its own. */
const withCommandsFirst = (
  firstCommands: readonly LiveCommand[],
  { state, commands }: LiveTransition,
): LiveTransition => ({
  state,
  commands: [...firstCommands, ...commands],
});

/** Handles a lost connection: all topics become stale, and the next attempt follows after a delay. */
const onConnectionLost = (state: LiveState, leastWaitMs = state.leastWaitMs): LiveTransition => {
  const nextState = withMappedTopics(state, withoutSnapshot);
  return withCommandsFirst(
    [{ type: 'disconnect' }, ...stopTimerCommands(state), ...topicChangedCommands(nextState)],
    startWaiting({ ...nextState, leastWaitMs }),
  );
};

/** Handles a message (frame) that breaks the contract: all data is requested again over a new connection. */
const onGarbledFrame = (state: LiveState): LiveTransition =>
  withCommandsFirst([{ type: 'report', about: 'garbled' }], onConnectionLost(withMappedTopics(state, withoutCursor)));

const onTokenRefused = (state: LiveState): LiveTransition => {
  const nextState = withMappedTopics(state, withoutSnapshot);
  const renewTokenCommands: LiveCommand[] =
    state.token === null ? [] : [{ type: 'renewToken', refusedToken: state.token }];
  return toTransition(
    { ...nextState, phase: 'refused', attempt: state.attempt + 1 },
    ...stopTimerCommands(state),
    ...topicChangedCommands(nextState),
    ...renewTokenCommands,
  );
};

/** Handles the end of the connection, which the browser, the network or the server has closed. */
const onSocketClosed = (state: LiveState, closeCode: number): LiveTransition => {
  if (closeCode === liveCloseCodes.unauthenticated) return onTokenRefused(state);
  if (closeCode === liveCloseCodes.tooManyConnections)
    return onConnectionLost(state, state.leastWaitMs === 0 ? TOO_MANY_TABS_DELAY_MS : state.leastWaitMs);
  const isClientFault = closeCode === liveCloseCodes.invalidFrame || closeCode === liveCloseCodes.frameTooLarge;
  return isClientFault
    ? withCommandsFirst([{ type: 'report', about: `close ${closeCode}` }], onConnectionLost(state))
    : onConnectionLost(state);
};

/** Handles a new token: connects if the client was waiting for a token, otherwise sends it over the open connection. */
const onTokenReceived = (previousState: LiveState, token: string): LiveTransition => {
  const state = { ...previousState, token };
  if (state.phase === 'idle') return startOpening(state);
  // After one refusal, the client connects at once with the new token. After repeated refusals it waits, so that it
  // doesn't loop without a delay.
  if (state.phase === 'refused') return state.attempt <= 1 ? startOpening(state) : startWaiting(state);
  return state.phase === 'open' && token !== previousState.token
    ? toTransition(state, { type: 'send', frame: { op: 'auth', token } }, ...askAgainCommands(state))
    : toTransition(state);
};

/** Handles that no new token is available: the client tries to connect again later. */
const onRenewalFailed = (state: LiveState): LiveTransition =>
  state.phase === 'refused' ? startWaiting(state) : toTransition(state);

/** Deletes all data of the former user. Subscriptions stay for the next user, without data. */
const onUserLeft = (state: LiveState): LiveTransition => {
  const nextState = withMappedTopics(state, () => NEW_TOPIC);
  return toTransition(
    { ...nextState, phase: 'idle', token: null, attempt: 0, leastWaitMs: 0 },
    { type: 'disconnect' },
    ...stopTimerCommands(state),
    ...topicChangedCommands(nextState),
  );
};

/** Disconnects, because the page is closed. */
const onClientStopped = (state: LiveState): LiveTransition =>
  toTransition({ ...state, phase: 'idle' }, { type: 'disconnect' }, ...stopTimerCommands(state));

/** Handles an opened socket: sends the token. */
const onSocketOpened = (state: LiveState): LiveTransition =>
  state.token === null
    ? toTransition(state)
    : toTransition({ ...state, phase: 'greeting' }, { type: 'send', frame: { op: 'hello', v: 1, token: state.token } });

/** Handles that the server has accepted the token: subscribes to all topics again. */
const onWelcome = (state: LiveState, { now, limits }: FrameOf<'welcome'>): LiveTransition =>
  toTransition(
    { ...state, phase: 'open', pingMs: limits.pingMs },
    { type: 'stopTimer', name: 'greet' },
    { type: 'startTimer', name: 'steady', ms: STABLE_CONNECTION_AFTER_MS },
    { type: 'time', now, isMoved: false },
    ...[...state.topics].map(([topicName, topic]): LiveCommand => ({
      type: 'send',
      frame: subscribeFrame(topicName, topic),
    })),
  );

/**
 * Returns the commands that follow each received message (frame). A message proves that the connection works, so the
 * timer that detects silence starts again.
 */
const frameReceivedCommands = (state: LiveState): readonly LiveCommand[] =>
  state.phase === 'open'
    ? [
        { type: 'stopTimer', name: 'pong' },
        { type: 'startTimer', name: 'quiet', ms: 2 * state.pingMs },
      ]
    : [];

/** Sends a ping to check whether the server still responds. */
const sendPing = (state: LiveState): LiveTransition =>
  toTransition(
    { ...state, pendingPings: state.pendingPings + 1 },
    { type: 'send', frame: { op: 'ping' } },
    { type: 'startTimer', name: 'pong', ms: PONG_TIMEOUT_MS },
  );

/**
 * Handles a pong: the server responds, and all messages that it sent before it received the client's ping have arrived.
 */
const onPong = (state: LiveState): LiveTransition =>
  toTransition({ ...withMappedTopics(state, withPongFrame), pendingPings: Math.max(0, state.pendingPings - 1) });

/** Returns the state with a topic added to `unsubscribedTopics`, or removed from it. */
const withUnsubscribed = (state: LiveState, topicName: string, isUnsubscribed: boolean): LiveState => {
  const unsubscribedTopics = new Set(state.unsubscribedTopics);
  if (isUnsubscribed) unsubscribedTopics.add(topicName);
  else unsubscribedTopics.delete(topicName);
  return { ...state, unsubscribedTopics };
};

/**
 * Subscribes to a topic. If the same topic was unsubscribed on this connection, messages (frames) of the former
 * subscription are ignored until the server's pong arrives.
 */
const subscribeTopic = (previousState: LiveState, topicName: string, topic: Topic): LiveTransition => {
  const subscribeCommand: LiveCommand = { type: 'send', frame: subscribeFrame(topicName, topic) };
  if (previousState.phase !== 'open') return toTransition(withTopic(previousState, topicName, topic));
  if (!previousState.unsubscribedTopics.has(topicName))
    return toTransition(withTopic(previousState, topicName, topic), subscribeCommand);
  const { state, commands } = sendPing(withUnsubscribed(previousState, topicName, false));
  return toTransition(
    withTopic(state, topicName, { ...topic, pongsToAwait: state.pendingPings }),
    ...commands,
    subscribeCommand,
  );
};

/** Ends the subscription to a topic, if the connection is open. */
const unsubscribeTopic = (state: LiveState, topicName: string): LiveTransition =>
  state.phase === 'open'
    ? toTransition(withUnsubscribed(state, topicName, true), { type: 'send', frame: { op: 'unsub', id: topicName } })
    : toTransition(state);

/**
 * Handles that the page is visible again or the network is back: reconnects without a delay, or checks the open
 * connection.
 */
const onReconnectSoon = (state: LiveState): LiveTransition => {
  if (state.phase === 'open') return withCommandsFirst(askAgainCommands(state), sendPing(state));
  return state.phase === 'waiting'
    ? withCommandsFirst([{ type: 'stopTimer', name: 'reconnect' }], startOpening(state))
    : toTransition(state);
};

/** Handles the expired timer `reconnect`: opens a new connection if the client is still waiting for one. */
const startReconnecting = (state: LiveState): LiveTransition =>
  state.phase === 'waiting' ? startOpening(state) : toTransition(state);

const unsubscribeAndStopTimer = (state: LiveState, topicName: string): LiveTransition =>
  withCommandsFirst(
    [{ type: 'stopTimer', name: `topic:${topicName}` }],
    unsubscribeTopic(withTopic(state, topicName, null), topicName),
  );

/**
 * Handles a topic whose history at the server no longer contains the client's cursor: the client subscribes again and
 * requests all data.
 */
const restartTopic = (state: LiveState, topicName: string, topic: Topic): LiveTransition => {
  const { state: stateAfterLeaving, commands } = unsubscribeTopic(state, topicName);
  const resubscription = subscribeTopic(stateAfterLeaving, topicName, withoutCursor(topic));
  return toTransition(resubscription.state, ...commands, ...resubscription.commands, {
    type: 'changed',
    topic: topicName,
  });
};

const updateTopic = (
  state: LiveState,
  topicName: string,
  changeTopic: (topic: Topic) => Topic | 'foreign',
): LiveTransition => {
  const previousTopic = state.topics.get(topicName);
  // Messages (frames) of a former subscription of this topic may still arrive. They are ignored.
  if (previousTopic === undefined || previousTopic.pongsToAwait > 0) return toTransition(state);
  const nextTopic = changeTopic(previousTopic);
  if (nextTopic === 'foreign') return restartTopic(state, topicName, previousTopic);
  if (nextTopic === previousTopic) return toTransition(state);
  // While a topic is still receiving missed changes, subscribers aren't notified, so that no intermediate state is
  // visible.
  const isChangeVisible = nextTopic.status === 'live' || nextTopic.status !== previousTopic.status;
  return toTransition(
    withTopic(state, topicName, nextTopic),
    ...(isChangeVisible ? [{ type: 'changed', topic: topicName } satisfies LiveCommand] : []),
  );
};

const showCachedItems = (
  state: LiveState,
  { topic: topicName, items }: Extract<LiveInput, { type: 'cached' }>,
): LiveTransition => updateTopic(state, topicName, (topic) => withCachedItems(topic, items));

const TOPIC_RETRY_DELAY_MS = 5_000;

const onErrorFrame = (
  state: LiveState,
  { id: frameId, code: refusalCode, retryMs }: FrameOf<'err'>,
): LiveTransition => {
  // The server has rejected a ping and will send no pong for it. Without a new connection, topics would wait for this
  // pong forever.
  if (frameId === undefined && refusalCode === 'rateLimited') return onConnectionLost(state, retryMs);
  if (frameId === undefined || !state.topics.has(frameId))
    return toTransition(state, { type: 'report', about: refusalCode });
  if (refusalCode === 'notFound') return updateTopic(state, frameId, () => GONE_TOPIC);
  return toTransition(
    state,
    { type: 'report', about: refusalCode },
    { type: 'startTimer', name: `topic:${frameId}`, ms: retryMs ?? TOPIC_RETRY_DELAY_MS },
  );
};

const onAuthRequired = (state: LiveState): LiveTransition =>
  state.token === null ? toTransition(state) : toTransition(state, { type: 'renewToken', refusedToken: state.token });

type FrameHandlerByOp = {
  readonly [Kind in ServerFrame['op']]: (state: LiveState, frame: FrameOf<Kind>) => LiveTransition;
};

const frameHandlerByOp: FrameHandlerByOp = {
  welcome: onWelcome,
  snap: (state, frame) => updateTopic(state, frame.id, (topic) => withSnapshotFrame(topic, frame)),
  delta: (state, frame) => updateTopic(state, frame.id, (topic) => withDeltaFrame(topic, frame)),
  live: (state, frame) => updateTopic(state, frame.id, (topic) => withLiveFrame(topic, frame)),
  reset: (state, frame) => updateTopic(state, frame.id, (topic) => withResetFrame(topic, frame)),
  clock: (state, { now }) => toTransition(state, { type: 'time', now, isMoved: true }),
  err: onErrorFrame,
  auth_required: onAuthRequired,
  bye: (state, { retryMs }) => toTransition({ ...state, leastWaitMs: retryMs }),
  pong: onPong,
};

const handleFrame = <Kind extends ServerFrame['op']>(
  state: LiveState,
  frame: FrameOf<Kind> & { op: Kind },
): LiveTransition => {
  const { state: nextState, commands } = frameHandlerByOp[frame.op](state, frame);
  return { state: nextState, commands: [...frameReceivedCommands(nextState), ...commands] };
};

const onTopicTimer = (state: LiveState, topicName: string): LiveTransition => {
  const topic = state.topics.get(topicName);
  return topic === undefined ? toTransition(state) : subscribeTopic(state, topicName, topic);
};

const onTimer = (state: LiveState, timerName: TimerName): LiveTransition => {
  if (timerName.startsWith('topic:')) return onTopicTimer(state, timerName.slice('topic:'.length));
  if (timerName === 'reconnect') return startReconnecting(state);
  if (timerName === 'steady') return toTransition({ ...state, attempt: 0 });
  return timerName === 'quiet' ? sendPing(state) : onConnectionLost(state);
};

/**
 * Computes the next state and commands of the live client. The function is pure: it uses no sockets, timers or random
 * numbers.
 */
export const computeTransition = (state: LiveState, input: LiveInput): LiveTransition => {
  switch (input.type) {
    case 'token':
      return onTokenReceived(state, input.token);
    case 'renewalFailed':
      return onRenewalFailed(state);
    case 'userLeft':
      return onUserLeft(state);
    case 'subscribe':
      return subscribeTopic(state, input.topic, NEW_TOPIC);
    case 'unsubscribe':
      return unsubscribeAndStopTimer(state, input.topic);
    case 'unreached':
      return toTransition({ ...state, attempt: Math.max(1, state.attempt) });
    case 'cached':
      return showCachedItems(state, input);
    case 'opened':
      return onSocketOpened(state);
    case 'closed':
      return onSocketClosed(state, input.code);
    case 'frame':
      return handleFrame(state, input.frame);
    case 'garbled':
      return onGarbledFrame(state);
    case 'timer':
      return onTimer(state, input.name);
    case 'nudge':
      return onReconnectSoon(state);
    case 'stop':
      return onClientStopped(state);
  }
};
