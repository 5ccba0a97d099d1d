import { ServerFrame } from '@mahlzeit/contract';
import type { LiveItem } from '@mahlzeit/contract';
import { fullJitterMs } from '../browser/clock';
import type { Timers } from '../browser/clock';
import type { EventLog } from '../events/event-log';
import { createListeners } from '../events/listeners';
import type { Listeners } from '../events/listeners';
import { computeTransition, initialLiveState } from './live-machine';
import type { LiveCommand, LiveInput, LiveState } from './live-machine';
import { NEW_TOPIC } from './live-topic';
import type { Collections, TopicView } from './topic-view';

/** WebSocket (or an equivalent) that is open or being opened. */
export interface LiveSocket {
  send(text: string): void;
  /** Closes the socket. No event is emitted after that. */
  close(): void;
}

/** Callbacks that a socket calls when it is open, when a message arrives, and when it is closed. */
export interface SocketEvents {
  opened(): void;
  message(text: string): void;
  closed(code: number): void;
}

/** Opens a WebSocket to `/live`: in the browser by its own class, in Node by the package `ws`. */
export type OpenSocket = (socketEvents: SocketEvents) => LiveSocket;

/** Opens the connections of the live client. It is replaced if the network blocks WebSockets. */
export interface LiveTransport {
  open: OpenSocket;
  /** Opens a connection at once if the client is waiting for the next attempt. Checks a connection that is open. */
  reconnectSoon(): void;
}

/**
 * Result of parsing a frame, which is one message of the server. `unknown`: an operation of a newer gateway, which this
 * client may ignore; `garbled`: the frame breaks the contract.
 */
type ParsedFrame =
  { readonly type: 'frame'; readonly frame: ServerFrame } | { readonly type: 'unknown' } | { readonly type: 'garbled' };

const KNOWN_FRAME_OPS = new Set<unknown>([
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

const parseJson = (frameText: string): unknown => {
  try {
    return JSON.parse(frameText);
  } catch {
    return null;
  }
};

/** Parses the JSON text of one server message. */
const readFrame = (frameText: string): ParsedFrame => {
  const frameJson = parseJson(frameText);
  const parsedFrameResult = ServerFrame.safeParse(frameJson);
  if (parsedFrameResult.success) return { type: 'frame', frame: parsedFrameResult.data };
  const isUnknownFrameOp =
    typeof frameJson === 'object' && frameJson !== null && 'op' in frameJson && !KNOWN_FRAME_OPS.has(frameJson.op);
  return { type: isUnknownFrameOp ? 'unknown' : 'garbled' };
};

/** Data of topics that this browser stores for pages without a network. */
export interface TopicCache {
  put(topic: string, collections: Collections): void;
  remove(topic: string): void;
  /** Returns the stored items of a topic; undefined without any. */
  find(topic: string): Promise<readonly LiveItem[] | undefined>;
}

export interface LiveClientDeps {
  readonly openSocket: OpenSocket;
  readonly timers: Timers;
  readonly eventLog: EventLog;
  random(): number;
  /** Returns a new token after the server refused one; null when there is none. */
  renewToken(refusedToken: string): Promise<string | null>;
  /** Called with the server's time. `isMoved` is true when the server's clock was set to another time. */
  observeTime(now: number, isMoved: boolean): void;
  /** Stored topics; by default none is stored. */
  readonly cache?: TopicCache;
}

/** Timers that are identified by name. Starting a running timer again resets it. */
interface TimerSet<Name extends string> {
  start(name: Name, ms: number): void;
  stop(name: Name): void;
}

/** Creates timers that are identified by name. `onExpired` is called with the name of each expired timer. */
const createTimerSet = <Name extends string>(timers: Timers, onExpired: (name: Name) => void): TimerSet<Name> => {
  const cancelByTimerName = new Map<Name, () => void>();
  const stopTimer = (timerName: Name): void => {
    cancelByTimerName.get(timerName)?.();
    cancelByTimerName.delete(timerName);
  };
  return {
    stop: stopTimer,
    start(timerName, ms) {
      stopTimer(timerName);
      cancelByTimerName.set(
        timerName,
        timers.after(ms, () => {
          cancelByTimerName.delete(timerName);
          onExpired(timerName);
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

const RECONNECT_BACK_OFF = { baseMs: 500, capMs: 15_000 };

/**
 * Creates the function that executes the commands of the state machine. Only this function uses sockets, timers and
 * random numbers.
 */
const createCommandExecutor = (
  deps: LiveClientDeps,
  { putInput, emit }: LiveCommandTargets,
): ((command: LiveCommand) => void) => {
  let socket: LiveSocket | null = null;
  const timers = createTimerSet(deps.timers, (name: CommandOf<'startTimer'>['name']) =>
    putInput({ type: 'timer', name }),
  );

  const onMessage = (frameText: string): void => {
    const parsedFrame = readFrame(frameText);
    if (parsedFrame.type !== 'unknown') putInput(parsedFrame);
  };
  const requestToken = async (refusedToken: string): Promise<void> => {
    const renewedToken = await deps.renewToken(refusedToken);
    putInput(renewedToken === null ? { type: 'renewalFailed' } : { type: 'token', token: renewedToken });
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
    startTimer: ({ name: timerName, ms }) => timers.start(timerName, ms),
    stopTimer: ({ name: timerName }) => timers.stop(timerName),
    backOff: ({ attempt, leastMs }) =>
      timers.start('reconnect', leastMs + fullJitterMs(RECONNECT_BACK_OFF, attempt, () => deps.random())),
    renewToken: ({ refusedToken }) => void requestToken(refusedToken),
    time: ({ now, isMoved }) => deps.observeTime(now, isMoved),
    changed: ({ topic }) => emit(topic),
    report: ({ about }) => deps.eventLog.log('live_complaint', { about }),
  };
  const executeCommand = <Type extends LiveCommand['type']>(command: CommandOf<Type> & { readonly type: Type }): void =>
    commandHandlers[command.type](command);
  return executeCommand;
};

/**
 * Status of the connection. `connecting`: not connected yet; `offline`: the connection is lost, and the client
 * reconnects automatically.
 */
export type LiveStatus = 'connecting' | 'online' | 'offline';

/** Live data of the page, for components and endpoints. */
export interface LiveClient {
  status(): LiveStatus;
  /** Calls the listener after each change of the connection's status. Returns an unsubscribe function. */
  onStatus(listener: () => void): () => void;
  /**
   * Calls the listener at once with the current state of the topic, and after each change. All subscribers of a topic
   * share one subscription at the gateway. Returns an unsubscribe function.
   */
  subscribe(topic: string, listener: (view: TopicView) => void): () => void;
}

/** Live client with the functions with which the platform controls it. */
export interface LiveDriver extends LiveClient {
  /** Sets a new token of the current user. */
  setToken(token: string): void;
  /** Deletes the data of the user when the user changes or logs out. */
  forgetUser(): void;
  /** Takes the connection for lost before the first attempt, because the gateway doesn't answer. */
  beginOffline(): void;
  /** Checks the connection at once, because the page is visible again or the network is back. */
  reconnectSoon(): void;
  stop(): void;
}

const liveStatusOf = ({ phase, attempt }: LiveState): LiveStatus => {
  if (phase === 'open') return 'online';
  return attempt === 0 ? 'connecting' : 'offline';
};

const topicViewOf = (state: LiveState, topicName: string): TopicView => {
  const { status, collections, snapshot, deletions } = state.topics.get(topicName) ?? NEW_TOPIC;
  return { status, collections, snapshot, deletions };
};

/** Creates a function that handles one input at a time. Inputs that arrive in the meantime wait in a queue. */
const createSerialHandler = <Input>(handleInput: (input: Input) => void): ((input: Input) => void) => {
  const inputQueue: Input[] = [];
  let isHandlingInput = false;
  return (input) => {
    inputQueue.push(input);
    if (isHandlingInput) return;
    isHandlingInput = true;
    try {
      for (let nextInput = inputQueue.shift(); nextInput !== undefined; nextInput = inputQueue.shift())
        handleInput(nextInput);
    } finally {
      isHandlingInput = false;
    }
  };
};

/**
 * Creates the live client. It uses one socket for all live data of the page, continues after a lost connection, and
 * applies each change once.
 */
export const createLiveClient = (deps: LiveClientDeps): LiveDriver => {
  let liveState = initialLiveState;
  const topicListeners = new Map<string, Listeners<[TopicView]>>();
  const statusListeners = createListeners();

  const emit = (topic: string): void => {
    const view = topicViewOf(liveState, topic);
    if (view.status === 'live') deps.cache?.put(topic, view.collections);
    if (view.status === 'gone') deps.cache?.remove(topic);
    topicListeners.get(topic)?.emit(view);
  };
  /** Shows what this browser has stored of a topic, until the gateway sends it. */
  const showCached = async (topic: string): Promise<void> => {
    const items = await deps.cache?.find(topic);
    if (items !== undefined) putInput({ type: 'cached', topic, items });
  };
  const putInput = createSerialHandler((input: LiveInput): void => {
    const previousStatus = liveStatusOf(liveState);
    const { state: nextState, commands } = computeTransition(liveState, input);
    liveState = nextState;
    for (const command of commands) execute(command);
    const status = liveStatusOf(nextState);
    if (status === previousStatus) return;
    if (status === 'offline')
      for (const [name, topic] of nextState.topics) if (topic.status === 'connecting') void showCached(name);
    statusListeners.emit();
  });
  const execute = createCommandExecutor(deps, { putInput, emit });

  /**
   * Returns the listeners of one topic. The gateway sends the topic's changes as long as there is at least one
   * listener.
   */
  const listenersOfTopic = (topic: string): Listeners<[TopicView]> => {
    const existingListeners = topicListeners.get(topic);
    if (existingListeners !== undefined) return existingListeners;
    const topicListenersOfName = createListeners<[TopicView]>({
      onFirst() {
        putInput({ type: 'subscribe', topic });
        if (liveStatusOf(liveState) === 'offline') void showCached(topic);
      },
      onLast() {
        topicListeners.delete(topic);
        putInput({ type: 'unsubscribe', topic });
      },
    });
    topicListeners.set(topic, topicListenersOfName);
    return topicListenersOfName;
  };

  return {
    status: () => liveStatusOf(liveState),
    onStatus: statusListeners.add,
    subscribe(topic, listener) {
      const unsubscribe = listenersOfTopic(topic).add(listener);
      listener(topicViewOf(liveState, topic));
      return unsubscribe;
    },
    setToken: (token) => putInput({ type: 'token', token }),
    forgetUser: () => putInput({ type: 'userLeft' }),
    beginOffline: () => putInput({ type: 'unreached' }),
    reconnectSoon: () => putInput({ type: 'nudge' }),
    stop: () => putInput({ type: 'stop' }),
  };
};
