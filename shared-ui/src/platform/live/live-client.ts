import { ServerFrame } from '@mahlzeit/contract';
import { fullJitter } from '../browser/clock';
import type { Timers } from '../browser/clock';
import type { EventLog } from '../events/event-log';
import { createListeners } from '../events/listeners';
import type { Listeners } from '../events/listeners';
import { createFramePace } from './frame-pace';
import { computeTransition, initialLiveState } from './live-machine';
import type { LiveCommand, LiveInput, LiveState } from './live-machine';
import { newTopic } from './live-topic';
import type { Topic } from './live-topic';

/** WebSocket that is open or being opened. */
export interface LiveSocket {
  send(text: string): void;
  /** Closes the socket. No event is emitted after that. */
  close(): void;
}

/** Callbacks for the events of a socket. */
export interface SocketEvents {
  opened(): void;
  message(text: string): void;
  closed(code: number): void;
}

/** Opens a WebSocket to `/live`: in the browser its own socket, in Node a socket of the package `ws`. */
export type OpenSocket = (events: SocketEvents) => LiveSocket;

/** Returns a function that opens the browser's WebSockets. An origin with `http` becomes a URL with `ws`. */
export const browserSocket =
  (origin: string): OpenSocket =>
  (events) => {
    const socketUrl = new URL('/live', origin);
    socketUrl.protocol = socketUrl.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(socketUrl);
    const endController = new AbortController();
    const { signal } = endController;
    const framePace = createFramePace((text) => events.message(text));
    socket.addEventListener('open', () => events.opened(), { signal });
    socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => framePace.push(String(data)), { signal });
    socket.addEventListener(
      'close',
      ({ code }) => {
        framePace.flush();
        events.closed(code);
      },
      { signal },
    );
    return {
      send: (text) => socket.send(text),
      close() {
        endController.abort();
        framePace.stop();
        socket.close();
      },
    };
  };

/**
 * Result of parsing a frame. `unknown`: an operation of a newer gateway, which this client may ignore; `garbled`: the
 * frame breaks the contract.
 */
type ParsedFrame =
  { readonly type: 'frame'; readonly frame: ServerFrame } | { readonly type: 'unknown' } | { readonly type: 'garbled' };

const knownOps = new Set<unknown>([
  'welcome',
  'snap',
  'delta',
  'live',
  'reset',
  'clock',
  'err',
  'auth_required',
  'bye',
  'pong',
]);

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** Parses one frame of the server. */
const readFrame = (text: string): ParsedFrame => {
  const json = parseJson(text);
  const parsedValue = ServerFrame.safeParse(json);
  if (parsedValue.success) return { type: 'frame', frame: parsedValue.data };
  const isUnknownOp = typeof json === 'object' && json !== null && 'op' in json && !knownOps.has(json.op);
  return { type: isUnknownOp ? 'unknown' : 'garbled' };
};

export interface LiveDeps {
  readonly openSocket: OpenSocket;
  readonly timers: Timers;
  readonly eventLog: EventLog;
  random(): number;
  /** Returns a new token after the server refused one; null when there is none. */
  renewToken(refusedToken: string): Promise<string | null>;
  /** Called with the server's time. `isMoved` is true when the server's clock was set to another time. */
  observeTime(now: number, isMoved: boolean): void;
}

/** Timers that are identified by name. Starting a running timer again resets it. */
interface TimerSet<Name extends string> {
  start(name: Name, ms: number): void;
  stop(name: Name): void;
}

/** Creates timers that are identified by name. `onExpired` is called with the name of each expired timer. */
const createTimerSet = <Name extends string>(timers: Timers, onExpired: (name: Name) => void): TimerSet<Name> => {
  const cancelByTimerName = new Map<Name, () => void>();
  const stopTimer = (name: Name): void => {
    cancelByTimerName.get(name)?.();
    cancelByTimerName.delete(name);
  };
  return {
    stop: stopTimer,
    start(name, ms) {
      stopTimer(name);
      cancelByTimerName.set(
        name,
        timers.after(ms, () => {
          cancelByTimerName.delete(name);
          onExpired(name);
        }),
      );
    },
  };
};

/** Functions with which the commands send input to the state machine and notify subscribers. */
interface LiveCommandTargets {
  putInput(input: LiveInput): void;
  emit(topic: string): void;
}

type CommandOf<Type extends LiveCommand['type']> = Extract<LiveCommand, { type: Type }>;

const BACK_OFF = { baseMs: 500, capMs: 15_000 };

/**
 * Creates the function that executes the commands of the state machine. Only this function uses sockets, timers and
 * random numbers.
 */
const createLiveCommands = (
  deps: LiveDeps,
  { putInput, emit }: LiveCommandTargets,
): ((command: LiveCommand) => void) => {
  let socket: LiveSocket | null = null;
  const timers = createTimerSet(deps.timers, (name: CommandOf<'startTimer'>['name']) =>
    putInput({ type: 'timer', name }),
  );

  const onMessage = (text: string): void => {
    const parsedFrame = readFrame(text);
    if (parsedFrame.type !== 'unknown') putInput(parsedFrame);
  };
  const requestToken = async (refusedToken: string): Promise<void> => {
    const token = await deps.renewToken(refusedToken);
    putInput(token === null ? { type: 'renewalFailed' } : { type: 'token', token });
  };

  const commandHandlers: { readonly [Type in LiveCommand['type']]: (command: CommandOf<Type>) => void } = {
    connect() {
      socket = deps.openSocket({
        opened: () => putInput({ type: 'opened' }),
        message: onMessage,
        closed: (code) => putInput({ type: 'closed', code }),
      });
    },
    disconnect() {
      socket?.close();
      socket = null;
    },
    send: ({ frame }) => socket?.send(JSON.stringify(frame)),
    startTimer: ({ name, ms }) => timers.start(name, ms),
    stopTimer: ({ name }) => timers.stop(name),
    backOff: ({ attempt, leastMs }) =>
      timers.start('reconnect', leastMs + fullJitter(BACK_OFF, attempt, () => deps.random())),
    renewToken: ({ refusedToken }) => void requestToken(refusedToken),
    time: ({ now, isMoved }) => deps.observeTime(now, isMoved),
    changed: ({ topic }) => emit(topic),
    report: ({ about }) => deps.eventLog.log('live_complaint', { about }),
  };
  const execute = <Type extends LiveCommand['type']>(command: CommandOf<Type> & { readonly type: Type }): void =>
    commandHandlers[command.type](command);
  return execute;
};

/**
 * Status of the connection. `connecting`: not connected yet; `offline`: the connection is lost, and the client
 * reconnects automatically.
 */
export type LiveStatus = 'connecting' | 'online' | 'offline';

/** State of a topic, as subscribers get it. Each change creates a new object. */
export type TopicView = Pick<Topic, 'status' | 'collections' | 'snapshot' | 'deletions'>;

/** State of a topic before the first frame has arrived. */
export const initialTopicView: TopicView = newTopic;

/** Live data of the page, for components and endpoints. */
export interface LiveClient {
  status(): LiveStatus;
  /** Returns an unsubscribe function. */
  onStatus(listener: () => void): () => void;
  /**
   * Calls the listener at once with the current state of the topic, and after each change. All subscribers of a topic
   * share one subscription at the gateway. Returns an unsubscribe function.
   */
  subscribe(topic: string, listener: (view: TopicView) => void): () => void;
}

/** Live client with the functions by which the platform controls it. */
export interface LiveDriver extends LiveClient {
  /** Sets a new token of the current user. */
  setToken(token: string): void;
  /** Deletes the data of the user when the user changes or logs out. */
  forgetUser(): void;
  /** Checks the connection at once, because the page is visible again or the network is back. */
  reconnectSoon(): void;
  stop(): void;
}

const statusOf = ({ phase, attempt }: LiveState): LiveStatus => {
  if (phase === 'open') return 'online';
  return attempt === 0 ? 'connecting' : 'offline';
};

const viewOf = (state: LiveState, name: string): TopicView => {
  const { status, collections, snapshot, deletions } = state.topics.get(name) ?? newTopic;
  return { status, collections, snapshot, deletions };
};

/** Creates a function that handles one input at a time. Inputs that arrive in the meantime wait in a queue. */
const createSerialHandler = <Input>(handleInput: (input: Input) => void): ((input: Input) => void) => {
  const queue: Input[] = [];
  let isHandling = false;
  return (input) => {
    queue.push(input);
    if (isHandling) return;
    isHandling = true;
    try {
      for (let nextInput = queue.shift(); nextInput !== undefined; nextInput = queue.shift()) handleInput(nextInput);
    } finally {
      isHandling = false;
    }
  };
};

/**
 * Creates the live client. It uses one socket for all live data of the page, continues after a lost connection, and
 * applies each change once.
 */
export const createLiveClient = (deps: LiveDeps): LiveDriver => {
  let state = initialLiveState;
  const topicListeners = new Map<string, Listeners<[TopicView]>>();
  const statusListeners = createListeners();

  const emit = (topic: string): void => topicListeners.get(topic)?.emit(viewOf(state, topic));
  const putInput = createSerialHandler((input: LiveInput): void => {
    const previousStatus = statusOf(state);
    const { state: nextState, commands } = computeTransition(state, input);
    state = nextState;
    for (const command of commands) execute(command);
    if (statusOf(nextState) !== previousStatus) statusListeners.emit();
  });
  const execute = createLiveCommands(deps, { putInput, emit });

  /** Returns the listeners of one topic. The gateway sends the topic as long as there is at least one listener. */
  const listenersOf = (topic: string): Listeners<[TopicView]> => {
    const existingListeners = topicListeners.get(topic);
    if (existingListeners !== undefined) return existingListeners;
    const listeners = createListeners<[TopicView]>({
      onFirst: () => putInput({ type: 'subscribe', topic }),
      onLast() {
        topicListeners.delete(topic);
        putInput({ type: 'unsubscribe', topic });
      },
    });
    topicListeners.set(topic, listeners);
    return listeners;
  };

  return {
    status: () => statusOf(state),
    onStatus: statusListeners.add,
    subscribe(topic, listener) {
      const unsubscribe = listenersOf(topic).add(listener);
      listener(viewOf(state, topic));
      return unsubscribe;
    },
    setToken: (token) => putInput({ type: 'token', token }),
    forgetUser: () => putInput({ type: 'userLeft' }),
    reconnectSoon: () => putInput({ type: 'nudge' }),
    stop: () => putInput({ type: 'stop' }),
  };
};
