import { ClientFrame } from '@mahlzeit/contract';
import type { ServerFrame } from '@mahlzeit/contract';
import type { OpenSocket, SocketEvents } from '../../platform/live/live-client';

/** Server side of a fake socket, which the test controls. */
export interface SocketEnd {
  /** Messages that the client has sent, parsed. */
  readonly sentFrames: ClientFrame[];
  readonly isClosed: boolean;
  open(): void;
  receive(frame: ServerFrame): void;
  receiveText(text: string): void;
  /** Closes the socket from the server's side. */
  drop(closeCode?: number): void;
}

const createEnd = (events: SocketEvents, onSent: (end: SocketEnd, frame: ClientFrame) => void) => {
  let isClosed = false;
  const sentFrames: ClientFrame[] = [];
  const runUnlessClosed = (callback: () => void): void => {
    if (!isClosed) callback();
  };
  const socketEnd: SocketEnd = {
    sentFrames,
    get isClosed() {
      return isClosed;
    },
    open: () => runUnlessClosed(() => events.opened()),
    receive: (frame) => runUnlessClosed(() => events.message(JSON.stringify(frame))),
    receiveText: (text) => runUnlessClosed(() => events.message(text)),
    drop: (code = 1006) =>
      runUnlessClosed(() => {
        isClosed = true;
        events.closed(code);
      }),
  };
  const sendText = (text: string): void =>
    runUnlessClosed(() => {
      const frame = ClientFrame.parse(JSON.parse(text));
      sentFrames.push(frame);
      onSent(socketEnd, frame);
    });
  return {
    end: socketEnd,
    socket: {
      send: sendText,
      close: () => {
        isClosed = true;
      },
    },
  };
};

/** Fake network: opens sockets whose server sides a test controls. */
interface SocketDouble {
  readonly open: OpenSocket;
  /** Server sides of all sockets so far, oldest first. */
  readonly ends: SocketEnd[];
  /** Returns the server side of the latest socket; throws when no socket was opened. */
  lastEnd(): SocketEnd;
}

/**
 * Creates a fake network. `onSent` is called with each message of a client, so that a test can respond as a server
 * does.
 */
export const createSocketDouble = (
  onSent: (end: SocketEnd, frame: ClientFrame) => void = () => undefined,
): SocketDouble => {
  const ends: SocketEnd[] = [];
  return {
    ends,
    open: (events) => {
      const { end, socket } = createEnd(events, onSent);
      ends.push(end);
      return socket;
    },
    lastEnd() {
      const newestEnd = ends.at(-1);
      if (newestEnd === undefined) throw new Error('No socket was opened');
      return newestEnd;
    },
  };
};
