import type { ServerFrame } from '@mahlzeit/contract';
import {
  ask, closed, dropped, garbled, heard, leave, nudged, opened, ping, ponged, reconnect, renewalFailed, stopped, then, userLeft, welcomed, withToken,
} from './live-connection';
import { step, withTopic } from './live-state';
import type { LiveCommand, LiveInput, LiveState, Step, TimerName } from './live-state';
import { caughtUp, goneTopic, newTopic, withoutCursor, withDelta, withReset, withSnap } from './live-topic';
import type { Topic } from './live-topic';

const RETRY_TOPIC_MS = 5_000;

type Frame<Kind extends ServerFrame['op']> = Extract<ServerFrame, { op: Kind }>;
type FrameHandlers = { readonly [Kind in ServerFrame['op']]: (state: LiveState, frame: Frame<Kind>) => Step };

const unsubscribe = (state: LiveState, name: string): Step =>
  then([{ type: 'stopTimer', name: `topic:${name}` }], leave(withTopic(state, name, null), name));

/** The topic counts another history than we do: ask for it from the start. */
const startOver = (state: LiveState, name: string, topic: Topic): Step => {
  const { state: left, commands } = leave(state, name);
  const asked = ask(left, name, withoutCursor(topic));
  return step(asked.state, ...commands, ...asked.commands, { type: 'changed', topic: name });
};

const onTopic = (state: LiveState, name: string, change: (topic: Topic) => Topic | 'foreign'): Step => {
  const before = state.topics.get(name);
  // Frames of a subscription that was just ended are still on their way.
  if (before === undefined || before.pongsToAwait > 0) return step(state);
  const after = change(before);
  if (after === 'foreign') return startOver(state, name, before);
  if (after === before) return step(state);
  // Nothing is shown of a topic that is still catching up, so that no half-told story flickers by.
  const isShown = after.status === 'live' || after.status !== before.status;
  return step(withTopic(state, name, after), ...(isShown ? [{ type: 'changed', topic: name } satisfies LiveCommand] : []));
};

const refusedTopic = (state: LiveState, { id, code, retryMs }: Frame<'err'>): Step => {
  // A ping that was not taken is never answered, so nothing that waits for it would be heard again.
  if (id === undefined && code === 'rateLimited') return dropped(state, retryMs);
  if (id === undefined || !state.topics.has(id)) return step(state, { type: 'report', about: code });
  if (code === 'notFound') return onTopic(state, id, () => goneTopic);
  return step(state, { type: 'report', about: code }, { type: 'startTimer', name: `topic:${id}`, ms: retryMs ?? RETRY_TOPIC_MS });
};

const renewToken = (state: LiveState): Step =>
  state.token === null ? step(state) : step(state, { type: 'renewToken', refused: state.token });

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
  return { state: after, commands: [...heard(after), ...commands] };
};

const topicTimer = (state: LiveState, name: string): Step => {
  const topic = state.topics.get(name);
  return topic === undefined ? step(state) : ask(state, name, topic);
};

const timedOut = (state: LiveState, name: TimerName): Step => {
  if (name.startsWith('topic:')) return topicTimer(state, name.slice('topic:'.length));
  if (name === 'reconnect') return reconnect(state);
  if (name === 'steady') return step({ ...state, attempt: 0 });
  return name === 'quiet' ? ping(state) : dropped(state);
};

/** The live client as a pure machine: no socket, no timer, no chance inside. */
export const advance = (state: LiveState, input: LiveInput): Step => {
  switch (input.type) {
    case 'token': return withToken(state, input.token);
    case 'renewalFailed': return renewalFailed(state);
    case 'userLeft': return userLeft(state);
    case 'subscribe': return ask(state, input.topic, newTopic);
    case 'unsubscribe': return unsubscribe(state, input.topic);
    case 'opened': return opened(state);
    case 'closed': return closed(state, input.code);
    case 'frame': return handleFrame(state, input.frame);
    case 'garbled': return garbled(state);
    case 'timer': return timedOut(state, input.name);
    case 'nudge': return nudged(state);
    case 'stop': return stopped(state);
  }
};
