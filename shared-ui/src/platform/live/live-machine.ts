import { liveCloseCodes } from '@mahlzeit/contract';
import type { ClientFrame, ServerFrame } from '@mahlzeit/contract';
import {
  caughtUp,
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

/** Complete state of the live client. Only `advance` changes it. */
export interface LiveState {
  readonly phase: Phase;
  readonly token: string | null;
  /** Number of attempts since the connection was last stable. */
  readonly attempt: number;
  /** Minimum delay in ms before the next connection, as the server has requested it. */
  readonly leastWaitMs: number;
  readonly pingMs: number;
  /** Number of pings for which no pong has arrived yet. */
  readonly pings: number;
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
interface Step {
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
  pings: 0,
  unsubscribedTopics: new Set(),
  topics: new Map(),
};

/** Returns a transition to `state`. */
const step = (state: LiveState, ...commands: readonly LiveCommand[]): Step => ({ state, commands });

/** Returns the state with one topic replaced. With null, the topic is removed. */
const withTopic = (state: LiveState, name: string, topic: Topic | null): LiveState => {
  const topics = new Map(state.topics);
  if (topic === null) topics.delete(name);
  else topics.set(name, topic);
  return { ...state, topics };
};

const GREETING_MS = 10_000;
const PONG_MS = 5_000;
/** Time in ms after which a connection counts as stable. The next delay before reconnecting is then short again. */
const STEADY_MS = 5_000;
/** Delay in ms when too many tabs are connected: the user must close one of them first. */
const CROWDED_MS = 30_000;

const connectionTimers: readonly TimerName[] = ['greet', 'reconnect', 'quiet', 'pong', 'steady'];

const stopTimers = (state: LiveState): LiveCommand[] =>
  [...connectionTimers, ...[...state.topics.keys()].map((name): TimerName => `topic:${name}`)].map((name) => ({
    type: 'stopTimer',
    name,
  }));

const changedAll = (state: LiveState): LiveCommand[] =>
  [...state.topics.keys()].map((topic) => ({ type: 'changed', topic }));

const eachTopic = (state: LiveState, change: (topic: Topic) => Topic): LiveState => ({
  ...state,
  topics: new Map([...state.topics].map(([name, topic]) => [name, change(topic)])),
});

/** Returns the frame that subscribes to a topic. With a cursor, the server sends only the changes after it. */
const subFrame = (name: string, { cursor }: Topic): ClientFrame =>
  cursor === null ? { op: 'sub', id: name, topic: name } : { op: 'sub', id: name, topic: name, cursor };

const opening = (state: LiveState): Step =>
  step(
    { ...state, phase: 'opening', pings: 0, unsubscribedTopics: new Set() },
    { type: 'connect' },
    { type: 'startTimer', name: 'greet', ms: GREETING_MS },
  );

const afterWait = (state: LiveState): Step =>
  step(
    { ...state, phase: 'waiting', attempt: state.attempt + 1, leastWaitMs: 0 },
    { type: 'backOff', attempt: state.attempt, leastMs: state.leastWaitMs },
  );

/** Returns the transition with further commands that are executed first. */
const withCommands = (firstCommands: readonly LiveCommand[], { state, commands }: Step): Step => ({
  state,
  commands: [...firstCommands, ...commands],
});

/** Handles a lost connection: all topics become stale, and the next attempt follows after a delay. */
const afterDrop = (state: LiveState, leastWaitMs = state.leastWaitMs): Step => {
  const next = eachTopic(state, withoutSnapshot);
  return withCommands(
    [{ type: 'disconnect' }, ...stopTimers(state), ...changedAll(next)],
    afterWait({ ...next, leastWaitMs }),
  );
};

/** Handles a frame that breaks the contract: all data is requested again on a new connection. */
const onGarbledFrame = (state: LiveState): Step =>
  withCommands([{ type: 'report', about: 'garbled' }], afterDrop(eachTopic(state, withoutCursor)));

const onRefused = (state: LiveState): Step => {
  const next = eachTopic(state, withoutSnapshot);
  const renewCommands: LiveCommand[] = state.token === null ? [] : [{ type: 'renewToken', refusedToken: state.token }];
  return step(
    { ...next, phase: 'refused', attempt: state.attempt + 1 },
    ...stopTimers(state),
    ...changedAll(next),
    ...renewCommands,
  );
};

/** Handles a socket that was closed by the browser, the network or the server. */
const afterClose = (state: LiveState, code: number): Step => {
  if (code === liveCloseCodes.unauthenticated) return onRefused(state);
  if (code === liveCloseCodes.tooManyConnections) return afterDrop(state, CROWDED_MS);
  const isOurFault = code === liveCloseCodes.invalidFrame || code === liveCloseCodes.frameTooLarge;
  return isOurFault ? withCommands([{ type: 'report', about: `close ${code}` }], afterDrop(state)) : afterDrop(state);
};

/** Handles a new token: connects if the client was waiting for a token, otherwise sends it over the open connection. */
const withToken = (previousState: LiveState, token: string): Step => {
  const state = { ...previousState, token };
  if (state.phase === 'idle') return opening(state);
  // After one refusal, the client connects at once with the new token. After repeated refusals it waits, so that it
  // doesn't loop without a delay.
  if (state.phase === 'refused') return state.attempt <= 1 ? opening(state) : afterWait(state);
  return state.phase === 'open' && token !== previousState.token
    ? step(state, { type: 'send', frame: { op: 'auth', token } })
    : step(state);
};

/** Handles that no new token is available: the client tries to connect again later. */
const renewalFailed = (state: LiveState): Step => (state.phase === 'refused' ? afterWait(state) : step(state));

/** Deletes all data of the former user. Subscriptions stay for the next user, without data. */
const userLeft = (state: LiveState): Step => {
  const next = eachTopic(state, () => newTopic);
  return step(
    { ...next, phase: 'idle', token: null, attempt: 0, leastWaitMs: 0 },
    { type: 'disconnect' },
    ...stopTimers(state),
    ...changedAll(next),
  );
};

/** Disconnects, because the page is closed. */
const onStopped = (state: LiveState): Step =>
  step({ ...state, phase: 'idle' }, { type: 'disconnect' }, ...stopTimers(state));

/** Handles an opened socket: sends the token. */
const onOpened = (state: LiveState): Step =>
  state.token === null
    ? step(state)
    : step({ ...state, phase: 'greeting' }, { type: 'send', frame: { op: 'hello', v: 1, token: state.token } });

/** Handles that the server has accepted the token: subscribes to all topics again. */
const welcomed = (state: LiveState, { now, limits }: Frame<'welcome'>): Step => {
  const subscriptions = [...state.topics].filter(([, { status }]) => status !== 'gone');
  return step(
    { ...state, phase: 'open', pingMs: limits.pingMs },
    { type: 'stopTimer', name: 'greet' },
    { type: 'startTimer', name: 'steady', ms: STEADY_MS },
    { type: 'time', now, isMoved: false },
    ...subscriptions.map(([name, topic]): LiveCommand => ({ type: 'send', frame: subFrame(name, topic) })),
  );
};

/**
 * Returns the commands after each frame. A frame proves that the connection works, so the timer that detects silence
 * starts again.
 */
const afterFrame = (state: LiveState): readonly LiveCommand[] =>
  state.phase === 'open'
    ? [
        { type: 'stopTimer', name: 'pong' },
        { type: 'startTimer', name: 'quiet', ms: 2 * state.pingMs },
      ]
    : [];

/** Sends a ping to check whether the server still responds. */
const ping = (state: LiveState): Step =>
  step(
    { ...state, pings: state.pings + 1 },
    { type: 'send', frame: { op: 'ping' } },
    { type: 'startTimer', name: 'pong', ms: PONG_MS },
  );

/** Handles a pong: the server responds, and all frames that it sent before it received our ping have arrived. */
const ponged = (state: LiveState): Step => step({ ...eachTopic(state, withPong), pings: Math.max(0, state.pings - 1) });

/** Returns the state with a topic added to `unsubscribedTopics`, or removed from it. */
const withUnsubscribed = (state: LiveState, name: string, isLeft: boolean): LiveState => {
  const unsubscribedTopics = new Set(state.unsubscribedTopics);
  if (isLeft) unsubscribedTopics.add(name);
  else unsubscribedTopics.delete(name);
  return { ...state, unsubscribedTopics };
};

/**
 * Subscribes to a topic. If the same topic was unsubscribed on this connection, frames of the former subscription are
 * ignored until the server's pong arrives.
 */
const subscribeAgain = (previousState: LiveState, name: string, topic: Topic): Step => {
  const sub: LiveCommand = { type: 'send', frame: subFrame(name, topic) };
  if (previousState.phase !== 'open') return step(withTopic(previousState, name, topic));
  if (!previousState.unsubscribedTopics.has(name)) return step(withTopic(previousState, name, topic), sub);
  const { state, commands } = ping(withUnsubscribed(previousState, name, false));
  return step(withTopic(state, name, { ...topic, pongsToAwait: state.pings }), ...commands, sub);
};

/** Ends the subscription of a topic, if the connection is open. */
const unsubscribeTopic = (state: LiveState, name: string): Step =>
  state.phase === 'open'
    ? step(withUnsubscribed(state, name, true), { type: 'send', frame: { op: 'unsub', id: name } })
    : step(state);

/**
 * Handles that the page is visible again or the network is back: reconnects without a delay, or checks the open
 * connection.
 */
const afterNudge = (state: LiveState): Step => {
  if (state.phase === 'open') return ping(state);
  return state.phase === 'waiting'
    ? withCommands([{ type: 'stopTimer', name: 'reconnect' }], opening(state))
    : step(state);
};

/** Handles the expired timer `reconnect`. */
const reconnect = (state: LiveState): Step => (state.phase === 'waiting' ? opening(state) : step(state));

const unsubscribe = (state: LiveState, name: string): Step =>
  withCommands([{ type: 'stopTimer', name: `topic:${name}` }], unsubscribeTopic(withTopic(state, name, null), name));

/** Handles a topic whose history no longer contains the client's cursor: subscribes again and requests all data. */
const startOver = (state: LiveState, name: string, topic: Topic): Step => {
  const { state: stateAfterLeaving, commands } = unsubscribeTopic(state, name);
  const resubscribed = subscribeAgain(stateAfterLeaving, name, withoutCursor(topic));
  return step(resubscribed.state, ...commands, ...resubscribed.commands, { type: 'changed', topic: name });
};

const onTopic = (state: LiveState, name: string, change: (topic: Topic) => Topic | 'foreign'): Step => {
  const previousTopic = state.topics.get(name);
  // Frames of a former subscription of this topic may still arrive. They are ignored.
  if (previousTopic === undefined || previousTopic.pongsToAwait > 0) return step(state);
  const after = change(previousTopic);
  if (after === 'foreign') return startOver(state, name, previousTopic);
  if (after === previousTopic) return step(state);
  // While a topic is still receiving missing changes, subscribers aren't notified, so that no intermediate state is
  // visible.
  const isShown = after.status === 'live' || after.status !== previousTopic.status;
  return step(
    withTopic(state, name, after),
    ...(isShown ? [{ type: 'changed', topic: name } satisfies LiveCommand] : []),
  );
};

const RETRY_TOPIC_MS = 5_000;

const refusedTopic = (state: LiveState, { id, code, retryMs }: Frame<'err'>): Step => {
  // The server has rejected a ping and will send no pong for it. Without a new connection, topics would wait for this
  // pong forever.
  if (id === undefined && code === 'rateLimited') return afterDrop(state, retryMs);
  if (id === undefined || !state.topics.has(id)) return step(state, { type: 'report', about: code });
  if (code === 'notFound') return onTopic(state, id, () => goneTopic);
  return step(
    state,
    { type: 'report', about: code },
    { type: 'startTimer', name: `topic:${id}`, ms: retryMs ?? RETRY_TOPIC_MS },
  );
};

const renewToken = (state: LiveState): Step =>
  state.token === null ? step(state) : step(state, { type: 'renewToken', refusedToken: state.token });

type FrameHandlers = { readonly [Kind in ServerFrame['op']]: (state: LiveState, frame: Frame<Kind>) => Step };

const frameHandlers: FrameHandlers = {
  welcome: welcomed,
  snap: (state, frame) => onTopic(state, frame.id, (topic) => withSnap(topic, frame)),
  delta: (state, frame) => onTopic(state, frame.id, (topic) => withDelta(topic, frame)),
  live: (state, frame) => onTopic(state, frame.id, (topic) => caughtUp(topic, frame)),
  reset: (state, frame) => onTopic(state, frame.id, (topic) => withReset(topic, frame)),
  clock: (state, { now }) => step(state, { type: 'time', now, isMoved: true }),
  err: refusedTopic,
  auth_required: renewToken,
  bye: (state, { retryMs }) => step({ ...state, leastWaitMs: retryMs }),
  pong: ponged,
};

const handleFrame = <Kind extends ServerFrame['op']>(state: LiveState, frame: Frame<Kind> & { op: Kind }): Step => {
  const { state: after, commands } = frameHandlers[frame.op](state, frame);
  return { state: after, commands: [...afterFrame(after), ...commands] };
};

const topicTimer = (state: LiveState, name: string): Step => {
  const topic = state.topics.get(name);
  return topic === undefined ? step(state) : subscribeAgain(state, name, topic);
};

const timedOut = (state: LiveState, name: TimerName): Step => {
  if (name.startsWith('topic:')) return topicTimer(state, name.slice('topic:'.length));
  if (name === 'reconnect') return reconnect(state);
  if (name === 'steady') return step({ ...state, attempt: 0 });
  return name === 'quiet' ? ping(state) : afterDrop(state);
};

/**
 * Computes the next state and commands of the live client. The function is pure: it uses no sockets, timers or random
 * numbers.
 */
export const advance = (state: LiveState, input: LiveInput): Step => {
  switch (input.type) {
    case 'token':
      return withToken(state, input.token);
    case 'renewalFailed':
      return renewalFailed(state);
    case 'userLeft':
      return userLeft(state);
    case 'subscribe':
      return subscribeAgain(state, input.topic, newTopic);
    case 'unsubscribe':
      return unsubscribe(state, input.topic);
    case 'opened':
      return onOpened(state);
    case 'closed':
      return afterClose(state, input.code);
    case 'frame':
      return handleFrame(state, input.frame);
    case 'garbled':
      return onGarbledFrame(state);
    case 'timer':
      return timedOut(state, input.name);
    case 'nudge':
      return afterNudge(state);
    case 'stop':
      return onStopped(state);
  }
};
