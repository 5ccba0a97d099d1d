import type { WebSocket } from 'ws';
import type { LiveLimits } from './live-limits';

/** The part of a socket that sending uses. */
export type SendingSocket = Pick<WebSocket, 'bufferedAmount' | 'readyState' | 'OPEN' | 'send'>;

/** Frames on their way to one client: bounded; waiters resume when there is room again. */
export interface SendBuffer {
  send(frame: Buffer): void;
  /** Too much waits already: whoever can read on later does so. */
  isFull(): boolean;
  /** Resolves once it isn't full, or nothing goes out any more. */
  whenRoomy(): Promise<void>;
  /** Whether the client has been too slow for too long. */
  isHopeless(): boolean;
  /** Takes no more of topics, as if it were full, until it is released. */
  hold(): void;
  release(): void;
  /** Lets go whoever waits. */
  close(): void;
}

/** Creates the send buffer of a socket. */
export const createSendBuffer = (socket: SendingSocket, deps: { readonly limits: LiveLimits; readonly realNow: () => number; readonly onHopeless: () => void }): SendBuffer => {
  const { limits, realNow, onHopeless } = deps;
  const waiting: (() => void)[] = [];
  let slowSince: number | null = null;
  let isHeld = false;

  const isOpen = (): boolean => socket.readyState === socket.OPEN;
  const isFull = (): boolean => isOpen() && (isHeld || socket.bufferedAmount > limits.pauseBytes);

  const watch = (): void => {
    slowSince = socket.bufferedAmount > limits.slowBytes ? (slowSince ?? realNow()) : null;
  };

  const isHopeless = (): boolean => {
    watch();
    return socket.bufferedAmount > limits.giveUpBytes || (slowSince !== null && realNow() - slowSince >= limits.slowForMs);
  };

  const resumeAll = (): void => {
    for (const resume of waiting.splice(0)) resume();
  };

  const afterWrite = (): void => {
    watch();
    if (!isFull()) resumeAll();
  };

  return {
    send(frame) {
      if (!isOpen()) return;
      socket.send(frame, { binary: false }, afterWrite);
      if (isHopeless()) onHopeless();
    },
    isFull,
    whenRoomy: () => (isFull() ? new Promise<void>((resolve) => waiting.push(resolve)) : Promise.resolve()),
    isHopeless,
    hold() {
      isHeld = true;
    },
    release() {
      isHeld = false;
      if (!isFull()) resumeAll();
    },
    close: resumeAll,
  };
};
