import { ServerFrame } from '@mahlzeit/contract';
import type { OpenSocket } from '@mahlzeit/shared-ui/platform';
import { WebSocket } from 'ws';

/** The network between a client and the gateway: real sockets, which can be cut, and what went over them in vain. */
export interface Wire {
  readonly open: OpenSocket;
  /** Cuts every connection: neither side says goodbye. */
  cut(): void;
  /** Nobody follows the topic any more: the next subscription to it begins anew. */
  forget(topic: string): void;
  /** Topics that were asked for, or sent, as a whole although the client held them. */
  readonly wasted: readonly string[];
}

interface Sub {
  readonly op: 'sub';
  readonly id: string;
  readonly cursor?: string;
}

const isSub = (frame: unknown): frame is Sub => typeof frame === 'object' && frame !== null && 'op' in frame && frame.op === 'sub';

/** Watches that what is held is resumed from its cursor. */
const createResumeWatch = () => {
  const held = new Set<string>();
  const wasted: string[] = [];
  return {
    held,
    wasted,
    sent(text: string): void {
      const frame: unknown = JSON.parse(text);
      if (isSub(frame) && held.has(frame.id) && frame.cursor === undefined) wasted.push(`asked for ${frame.id}`);
    },
    heard(text: string): void {
      const frame = ServerFrame.parse(JSON.parse(text));
      if (frame.op === 'live') held.add(frame.id);
      if (frame.op === 'reset') held.delete(frame.id);
      if (frame.op === 'snap' && held.has(frame.id)) wasted.push(`sent ${frame.id}`);
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
    forget: (topic) => watch.held.delete(topic),
    cut() {
      for (const socket of sockets) socket.terminate();
    },
  };
};
