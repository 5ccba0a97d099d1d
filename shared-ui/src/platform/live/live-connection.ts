import { liveCloseCodes } from '@mahlzeit/contract';
import type { ClientFrame, ServerFrame } from '@mahlzeit/contract';
import { lost, newTopic, withoutCursor, withPong } from './live-topic';
import type { Topic } from './live-topic';
import { step, withLeft, withTopic } from './live-state';
import type { LiveCommand, LiveState, Step, TimerName } from './live-state';

const GREETING_MS = 10_000;
const PONG_MS = 5_000;
/** A connection that lasts this long was a good one: the next back-off starts small again. */
const STEADY_MS = 5_000;
/** Too many tabs are open: one of them must go first. */
const CROWDED_MS = 30_000;

const connectionTimers: readonly TimerName[] = ['greet', 'reconnect', 'quiet', 'pong', 'steady'];

const stopTimers = (state: LiveState): LiveCommand[] =>
  [...connectionTimers, ...[...state.topics.keys()].map((name): TimerName => `topic:${name}`)].map((name) => ({ type: 'stopTimer', name }));

const changedAll = (state: LiveState): LiveCommand[] => [...state.topics.keys()].map((topic) => ({ type: 'changed', topic }));

const eachTopic = (state: LiveState, change: (topic: Topic) => Topic): LiveState =>
  ({ ...state, topics: new Map([...state.topics].map(([name, topic]) => [name, change(topic)])) });

/** Asks for a topic, from where this client left off. */
const subFrame = (name: string, { cursor }: Topic): ClientFrame =>
  cursor === null ? { op: 'sub', id: name, topic: name } : { op: 'sub', id: name, topic: name, cursor };

const opening = (state: LiveState): Step =>
  step({ ...state, phase: 'opening', pings: 0, left: new Set() }, { type: 'connect' }, { type: 'startTimer', name: 'greet', ms: GREETING_MS });

const waiting = (state: LiveState): Step =>
  step({ ...state, phase: 'waiting', attempt: state.attempt + 1, leastWaitMs: 0 }, { type: 'backOff', attempt: state.attempt, leastMs: state.leastWaitMs });

/** The same step behind other commands. */
export const then = (before: readonly LiveCommand[], { state, commands }: Step): Step => ({ state, commands: [...before, ...commands] });

/** The connection broke: what is held grows stale, and the next try is due after a while. */
export const dropped = (state: LiveState, leastWaitMs = state.leastWaitMs): Step => {
  const next = eachTopic(state, lost);
  return then([{ type: 'disconnect' }, ...stopTimers(state), ...changedAll(next)], waiting({ ...next, leastWaitMs }));
};

/** The server said something that breaks the contract: read everything anew on another connection. */
export const garbled = (state: LiveState): Step => then([{ type: 'report', about: 'garbled' }], dropped(eachTopic(state, withoutCursor)));

const refused = (state: LiveState): Step => {
  const next = eachTopic(state, lost);
  const renew: LiveCommand[] = state.token === null ? [] : [{ type: 'renewToken', refused: state.token }];
  return step({ ...next, phase: 'refused', attempt: state.attempt + 1 }, ...stopTimers(state), ...changedAll(next), ...renew);
};

/** The socket closed by itself or by the server. */
export const closed = (state: LiveState, code: number): Step => {
  if (code === liveCloseCodes.unauthenticated) return refused(state);
  if (code === liveCloseCodes.tooManyConnections) return dropped(state, CROWDED_MS);
  const isOurFault = code === liveCloseCodes.invalidFrame || code === liveCloseCodes.frameTooLarge;
  return isOurFault ? then([{ type: 'report', about: `close ${code}` }], dropped(state)) : dropped(state);
};

/** A token: connects where none was, else tells the open connection. */
export const withToken = (before: LiveState, token: string): Step => {
  const state = { ...before, token };
  if (state.phase === 'idle') return opening(state);
  // Once is the token's fault; a second refusal in a row must not spin.
  if (state.phase === 'refused') return state.attempt <= 1 ? opening(state) : waiting(state);
  return state.phase === 'open' && token !== before.token ? step(state, { type: 'send', frame: { op: 'auth', token } }) : step(state);
};

/** No fresh token could be had: try the connection again later. */
export const renewalFailed = (state: LiveState): Step => (state.phase === 'refused' ? waiting(state) : step(state));

/** Forgets all that belongs to the user who left; subscriptions stay, empty, for the next one. */
export const userLeft = (state: LiveState): Step => {
  const next = eachTopic(state, () => newTopic);
  return step({ ...next, phase: 'idle', token: null, attempt: 0, leastWaitMs: 0 }, { type: 'disconnect' }, ...stopTimers(state), ...changedAll(next));
};

/** The page goes. */
export const stopped = (state: LiveState): Step => step({ ...state, phase: 'idle' }, { type: 'disconnect' }, ...stopTimers(state));

/** The socket stands: say who we are. */
export const opened = (state: LiveState): Step =>
  state.token === null ? step(state) : step({ ...state, phase: 'greeting' }, { type: 'send', frame: { op: 'hello', v: 1, token: state.token } });

/** The server knows us: ask for every topic again. */
export const welcomed = (state: LiveState, { now, limits }: Extract<ServerFrame, { op: 'welcome' }>): Step => {
  const subs = [...state.topics].filter(([, { status }]) => status !== 'gone');
  return step(
    { ...state, phase: 'open', pingMs: limits.pingMs },
    { type: 'stopTimer', name: 'greet' },
    { type: 'startTimer', name: 'steady', ms: STEADY_MS },
    { type: 'time', now, isMoved: false },
    ...subs.map(([name, topic]): LiveCommand => ({ type: 'send', frame: subFrame(name, topic) })),
  );
};

/** Something was heard: the connection lives, and silence is measured from here. */
export const heard = (state: LiveState): readonly LiveCommand[] =>
  state.phase === 'open' ? [{ type: 'stopTimer', name: 'pong' }, { type: 'startTimer', name: 'quiet', ms: 2 * state.pingMs }] : [];

/** Asks whether the other side still lives. */
export const ping = (state: LiveState): Step =>
  step({ ...state, pings: state.pings + 1 }, { type: 'send', frame: { op: 'ping' } }, { type: 'startTimer', name: 'pong', ms: PONG_MS });

/** The other side lives, and all that it sent before our ping has arrived. */
export const ponged = (state: LiveState): Step => step({ ...eachTopic(state, withPong), pings: Math.max(0, state.pings - 1) });

/** Asks for a topic on the open connection; deaf for what an earlier subscription to it may still bring. */
export const ask = (before: LiveState, name: string, topic: Topic): Step => {
  const sub: LiveCommand = { type: 'send', frame: subFrame(name, topic) };
  if (before.phase !== 'open') return step(withTopic(before, name, topic));
  if (!before.left.has(name)) return step(withTopic(before, name, topic), sub);
  const { state, commands } = ping(withLeft(before, name, false));
  return step(withTopic(state, name, { ...topic, pongsToAwait: state.pings }), ...commands, sub);
};

/** Ends a subscription on the open connection. */
export const leave = (state: LiveState, name: string): Step =>
  state.phase === 'open' ? step(withLeft(state, name, true), { type: 'send', frame: { op: 'unsub', id: name } }) : step(state);

/** The page is seen again or the network is back: don't wait any longer, and don't trust an old connection. */
export const nudged = (state: LiveState): Step => {
  if (state.phase === 'open') return ping(state);
  return state.phase === 'waiting' ? then([{ type: 'stopTimer', name: 'reconnect' }], opening(state)) : step(state);
};

/** The next try is due. */
export const reconnect = (state: LiveState): Step => (state.phase === 'waiting' ? opening(state) : step(state));
