import { fullJitter } from '../clock/full-jitter';
import type { Timers } from '../clock/timers';
import type { EventLog } from '../events/event-log';
import { readFrame } from './live-socket';
import type { LiveSocket, OpenSocket } from './live-socket';
import type { LiveCommand, LiveInput } from './live-state';
import { createTimerSet } from './timer-set';

export interface LiveDeps {
  readonly open: OpenSocket;
  readonly timers: Timers;
  readonly eventLog: EventLog;
  random(): number;
  /** A fresh token in place of a refused one. */
  renewToken(refused: string): Promise<string | null>;
  /** The server's time; `isMoved` where its clock was set. */
  observeTime(now: number, isMoved: boolean): void;
}

/** Inputs go back into the state machine, changes out to subscribers. */
export interface LiveEnds {
  put(input: LiveInput): void;
  emit(topic: string): void;
}

type Of<Type extends LiveCommand['type']> = Extract<LiveCommand, { type: Type }>;

const BACK_OFF = { baseMs: 500, capMs: 15_000 };

/** Does what the machine wants done: the one place that knows sockets, timers and chance. */
export const createLiveCommands = (deps: LiveDeps, { put, emit }: LiveEnds): ((command: LiveCommand) => void) => {
  let socket: LiveSocket | null = null;
  const timers = createTimerSet(deps.timers, (name: Of<'startTimer'>['name']) => put({ type: 'timer', name }));

  const onMessage = (text: string): void => {
    const read = readFrame(text);
    if (read.type !== 'unknown') put(read);
  };
  const askForToken = async (refused: string): Promise<void> => {
    const token = await deps.renewToken(refused);
    put(token === null ? { type: 'renewalFailed' } : { type: 'token', token });
  };

  const run: { readonly [Type in LiveCommand['type']]: (command: Of<Type>) => void } = {
    connect() {
      socket = deps.open({ opened: () => put({ type: 'opened' }), message: onMessage, closed: (code) => put({ type: 'closed', code }) });
    },
    disconnect() {
      socket?.close();
      socket = null;
    },
    send: ({ frame }) => socket?.send(JSON.stringify(frame)),
    startTimer: ({ name, ms }) => timers.start(name, ms),
    stopTimer: ({ name }) => timers.stop(name),
    backOff: ({ attempt, leastMs }) => timers.start('reconnect', leastMs + fullJitter(BACK_OFF, attempt, () => deps.random())),
    renewToken: ({ refused }) => void askForToken(refused),
    time: ({ now, isMoved }) => deps.observeTime(now, isMoved),
    changed: ({ topic }) => emit(topic),
    report: ({ about }) => deps.eventLog.log('live_complaint', { about }),
  };
  const execute = <Type extends LiveCommand['type']>(command: Of<Type> & { readonly type: Type }): void => run[command.type](command);
  return execute;
};
