import { noCollections } from './collections';
import type { Collections } from './collections';
import { serially } from './in-turn';
import { createLiveCommands } from './live-commands';
import type { LiveDeps } from './live-commands';
import { advance } from './live-core';
import { initialLiveState } from './live-state';
import type { LiveInput, LiveState } from './live-state';
import type { TopicStatus } from './live-topic';

/** `connecting`: before the first connection; `offline`: lost, and tried again by itself. */
export type LiveStatus = 'connecting' | 'online' | 'offline';

/** A topic as a subscriber sees it. A new object for each change. */
export interface TopicView {
  readonly status: TopicStatus;
  readonly collections: Collections;
}

/** Live data as screens and endpoints see them. */
export interface LiveClient {
  status(): LiveStatus;
  /** Returns an unsubscribe function. */
  onStatus(listener: () => void): () => void;
  /** Calls the listener with the present view at once and with each later one. Many subscribers share one subscription. Returns an unsubscribe function. */
  subscribe(topic: string, listener: (view: TopicView) => void): () => void;
}

/** The live client as the platform drives it. */
export interface LiveDriver extends LiveClient {
  /** A fresh token of the present user. */
  setToken(token: string): void;
  /** Another user, or nobody. */
  forgetUser(): void;
  /** The page is seen again or the network is back. */
  nudge(): void;
  stop(): void;
}

type TopicListener = (view: TopicView) => void;

const statusOf = ({ phase, attempt }: LiveState): LiveStatus => {
  if (phase === 'open') return 'online';
  return attempt === 0 ? 'connecting' : 'offline';
};

const viewOf = (state: LiveState, name: string): TopicView => {
  const { status, collections } = state.topics.get(name) ?? { status: 'connecting', collections: noCollections };
  return { status, collections };
};

/** One socket for all live data of the page: resumes after a drop, applies each change once. */
export const createLiveClient = (deps: LiveDeps): LiveDriver => {
  let state = initialLiveState;
  const topicListeners = new Map<string, Set<TopicListener>>();
  const statusListeners = new Set<() => void>();

  const emit = (topic: string): void => {
    const view = viewOf(state, topic);
    for (const listener of [...(topicListeners.get(topic) ?? [])]) listener(view);
  };
  const put = serially((input: LiveInput): void => {
    const before = statusOf(state);
    const { state: after, commands } = advance(state, input);
    state = after;
    for (const command of commands) execute(command);
    if (statusOf(after) !== before) for (const listener of [...statusListeners]) listener();
  });
  const execute = createLiveCommands(deps, { put, emit });

  const join = (topic: string, listener: TopicListener): void => {
    const listeners = topicListeners.get(topic);
    if (listeners !== undefined) return void listeners.add(listener);
    topicListeners.set(topic, new Set([listener]));
    put({ type: 'subscribe', topic });
  };
  const leave = (topic: string, listener: TopicListener): void => {
    const listeners = topicListeners.get(topic);
    if (!listeners?.delete(listener) || listeners.size > 0) return;
    topicListeners.delete(topic);
    put({ type: 'unsubscribe', topic });
  };

  return {
    status: () => statusOf(state),
    onStatus(listener) {
      statusListeners.add(listener);
      return () => statusListeners.delete(listener);
    },
    subscribe(topic, listener) {
      // A function of its own for each call: the same listener may be given twice.
      const own: TopicListener = (view) => listener(view);
      join(topic, own);
      own(viewOf(state, topic));
      return () => leave(topic, own);
    },
    setToken: (token) => put({ type: 'token', token }),
    forgetUser: () => put({ type: 'userLeft' }),
    nudge: () => put({ type: 'nudge' }),
    stop: () => put({ type: 'stop' }),
  };
};
