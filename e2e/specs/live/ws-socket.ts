import { ClientFrame, ServerFrame } from '@mahlzeit/contract';
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

/** What a client says over one connection, and what it hears. */
interface Overheard {
  sent(text: string): void;
  heard(text: string): void;
}

/** Watches that what is held is resumed from its cursor. */
const createResumeWatch = () => {
  const held = new Set<string>();
  const wasted: string[] = [];

  const overhear = (): Overheard => {
    let pings = 0;
    let pongs = 0;
    /** Each topic that is followed, with the pong behind which its frames are no longer those of a subscription that was ended. */
    const followed = new Map<string, number>();
    const follow = (id: string, cursor: string | undefined): void => {
      if (held.has(id) && cursor === undefined) wasted.push(`asked for ${id}`);
      followed.set(id, pings);
    };
    const isOfPresent = (id: string): boolean => pongs >= (followed.get(id) ?? Infinity);
    return {
      sent(text) {
        const frame = ClientFrame.parse(JSON.parse(text));
        if (frame.op === 'ping') pings += 1;
        if (frame.op === 'sub') follow(frame.id, frame.cursor);
        if (frame.op === 'unsub') followed.delete(frame.id);
      },
      heard(text) {
        const frame = ServerFrame.parse(JSON.parse(text));
        if (frame.op === 'pong') pongs += 1;
        if (!('id' in frame) || frame.id === undefined || !isOfPresent(frame.id)) return;
        if (frame.op === 'live') held.add(frame.id);
        if (frame.op === 'reset') held.delete(frame.id);
        if (frame.op === 'snap' && held.has(frame.id)) wasted.push(`sent ${frame.id}`);
      },
    };
  };
  return { held, wasted, overhear };
};

/** Sockets of the `ws` package in place of the browser's. */
export const createWire = (url: string): Wire => {
  const address = `${url.replace(/^http/, 'ws')}/live`;
  const sockets = new Set<WebSocket>();
  const watch = createResumeWatch();

  const open: OpenSocket = (events) => {
    const socket = new WebSocket(address);
    const overheard = watch.overhear();
    let isGivenUp = false;
    const unlessGivenUp = (act: () => void): void => {
      if (!isGivenUp) act();
    };
    sockets.add(socket);
    socket.on('open', () => unlessGivenUp(events.opened));
    socket.on('message', (data: Buffer) => unlessGivenUp(() => {
      overheard.heard(data.toString());
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
        overheard.sent(text);
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
