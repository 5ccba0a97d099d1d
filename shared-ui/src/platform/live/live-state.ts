import type { ClientFrame, ServerFrame } from '@mahlzeit/contract';
import type { Topic } from './live-topic';

/**
 * Where the one connection stands. `idle`: no token yet; `refused`: the token was refused and a fresh one is awaited;
 * `waiting`: lost, the next try is due by timer.
 */
export type Phase = 'idle' | 'opening' | 'greeting' | 'open' | 'waiting' | 'refused';

/** The whole state of the live client; changes by `advance` alone. */
export interface LiveState {
  readonly phase: Phase;
  readonly token: string | null;
  /** Tries since the connection was last steady. */
  readonly attempt: number;
  /** What the server asks to wait before the next connection. */
  readonly leastWaitMs: number;
  readonly pingMs: number;
  /** Pings that wait for their pong. */
  readonly pings: number;
  /** Topics that were ended on this connection: frames of them may still be on their way. */
  readonly left: ReadonlySet<string>;
  readonly topics: ReadonlyMap<string, Topic>;
}

/** Timers of the client; one for each topic that waits for its next try. */
export type TimerName = 'greet' | 'reconnect' | 'quiet' | 'pong' | 'steady' | `topic:${string}`;

/** What happens to the client. */
export type LiveInput =
  | { readonly type: 'token'; readonly token: string }
  | { readonly type: 'renewalFailed' }
  /** Another user, or nobody: nothing of the former one may stay. */
  | { readonly type: 'userLeft' }
  | { readonly type: 'subscribe'; readonly topic: string }
  | { readonly type: 'unsubscribe'; readonly topic: string }
  | { readonly type: 'opened' }
  | { readonly type: 'closed'; readonly code: number }
  | { readonly type: 'frame'; readonly frame: ServerFrame }
  /** A frame that breaks the contract. */
  | { readonly type: 'garbled' }
  | { readonly type: 'timer'; readonly name: TimerName }
  /** The page is seen again or the network is back. */
  | { readonly type: 'nudge' }
  | { readonly type: 'stop' };

/** What the client wants done. */
export type LiveCommand =
  | { readonly type: 'connect' }
  | { readonly type: 'disconnect' }
  | { readonly type: 'send'; readonly frame: ClientFrame }
  | { readonly type: 'startTimer'; readonly name: TimerName; readonly ms: number }
  | { readonly type: 'stopTimer'; readonly name: TimerName }
  /** Starts the timer `reconnect` with full jitter. */
  | { readonly type: 'backOff'; readonly attempt: number; readonly leastMs: number }
  | { readonly type: 'renewToken'; readonly refused: string }
  | { readonly type: 'time'; readonly now: number; readonly isMoved: boolean }
  /** A topic's view or status has changed. */
  | { readonly type: 'changed'; readonly topic: string }
  | { readonly type: 'report'; readonly about: string };

/** A transition: the state after it and what is to be done. */
export interface Step {
  readonly state: LiveState;
  readonly commands: readonly LiveCommand[];
}

/** Before anything happened. */
export const initialLiveState: LiveState = { phase: 'idle', token: null, attempt: 0, leastWaitMs: 0, pingMs: 25_000, pings: 0, left: new Set(), topics: new Map() };

/** A step that leads to `state`. */
export const step = (state: LiveState, ...commands: readonly LiveCommand[]): Step => ({ state, commands });

/** The same state with a topic among those that were ended on this connection, or no longer. */
export const withLeft = (state: LiveState, name: string, isLeft: boolean): LiveState => {
  const left = new Set(state.left);
  if (isLeft) left.add(name);
  else left.delete(name);
  return { ...state, left };
};

/** The same state with one topic replaced, or removed by null. */
export const withTopic = (state: LiveState, name: string, topic: Topic | null): LiveState => {
  const topics = new Map(state.topics);
  if (topic === null) topics.delete(name);
  else topics.set(name, topic);
  return { ...state, topics };
};
