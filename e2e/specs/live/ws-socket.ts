import { ServerFrame } from '@mahlzeit/contract';
import type { OpenSocket } from '@mahlzeit/shared-ui/platform';
import { WebSocket } from 'ws';

/** The network between a client and the gateway: real sockets, which can be cut, and all that went over them. */
export interface Wire {
  readonly open: OpenSocket;
  /** Cuts every connection: neither side says goodbye. */
  cut(): void;
  /** Topics that were sent anew as a whole although the client had said where it left off. */
  readonly wasted: readonly string[];
}

interface Sub {
  readonly op: 'sub';
  readonly id: string;
  readonly cursor?: string;
}

const isSub = (frame: unknown): frame is Sub => typeof frame === 'object' && frame !== null && 'op' in frame && frame.op === 'sub';

/** Watches whether good cursors are honoured. */
const createResumeWatch = () => {
  const resumed = new Set<string>();
  const wasted: string[] = [];
  return {
    wasted,
    sent(text: string): void {
      const frame: unknown = JSON.parse(text);
      if (!isSub(frame)) return;
      if (frame.cursor === undefined) resumed.delete(frame.id);
      else resumed.add(frame.id);
    },
    heard(text: string): void {
      const frame = ServerFrame.parse(JSON.parse(text));
      if (frame.op === 'snap' && resumed.has(frame.id)) wasted.push(frame.id);
    },
  };
};

/** Sockets of the `ws` package in place of the browser's. */
export const createWire = (url: string): Wire => {
  const address = `${url.replace(/^http/, 'ws')}/live`;
  const sockets = new Set<WebSocket>();
  const watch = createResumeWatch();

  const open: OpenSocket = (events) => {
    const socket = new WebSocket(address);
    let isGivenUp = false;
    const unlessGivenUp = (act: () => void): void => {
      if (!isGivenUp) act();
    };
    sockets.add(socket);
    socket.on('open', () => unlessGivenUp(events.opened));
    socket.on('message', (data: Buffer) => unlessGivenUp(() => {
      watch.heard(data.toString());
      events.message(data.toString());
    }));
    // What went wrong shows in the close that follows.
    socket.on('error', () => undefined);
    socket.on('close', (code) => {
      sockets.delete(socket);
      unlessGivenUp(() => events.closed(code));
    });
    return {
      send(text) {
        watch.sent(text);
        socket.send(text);
      },
      close() {
        isGivenUp = true;
        socket.close();
      },
    };
  };

  return {
    open,
    wasted: watch.wasted,
    cut() {
      for (const socket of sockets) socket.terminate();
    },
  };
};
