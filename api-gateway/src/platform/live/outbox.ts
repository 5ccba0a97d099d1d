import type { WebSocket } from 'ws';
import type { LiveLimits } from './live-limits';

/** What of a socket sending needs. */
export type SendingSocket = Pick<WebSocket, 'bufferedAmount' | 'readyState' | 'OPEN' | 'send'>;

/** The way out to one client: bounded, and it tells when there is room again. */
export interface Outbox {
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

/** Makes the way out of a socket. */
export const createOutbox = (socket: SendingSocket, deps: { readonly limits: LiveLimits; readonly realNow: () => number; readonly onHopeless: () => void }): Outbox => {
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

  const letGo = (): void => {
    for (const resume of waiting.splice(0)) resume();
  };

  const afterWrite = (): void => {
    watch();
    if (!isFull()) letGo();
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
      if (!isFull()) letGo();
    },
    close: letGo,
  };
};
