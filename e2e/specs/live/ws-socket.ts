import { ClientFrame, ServerFrame } from '@mahlzeit/contract';
import type { OpenSocket } from '@mahlzeit/shared-ui/platform';
import { WebSocket } from 'ws';

/** The network between a client and the gateway: real sockets, which can be cut, and what went over them in vain. */
export interface Wire {
  readonly open: OpenSocket;
  /** Cuts every connection: neither side says goodbye. */
  cut(): void;
  /** Brings the last changes that arrived on the open connection once more. */
  repeatSubscriptions(count: number): void;
  /** Nobody follows the topic any more: the next subscription to it begins anew. */
  forget(topic: string): void;
  /** Topics that were asked for, or sent, as a whole although the client held them. */
  readonly wastedSnapshots: readonly string[];
}

/** Frames that a client sends and receives over one connection. */
interface Overheard {
  sendText(text: string): ClientFrame;
  receiveText(text: string): ServerFrame;
}

/** Watches that what is held is resumed from its cursor. */
const createResumeWatch = () => {
  const heldSubscriptions = new Set<string>();
  const wastedSnapshots: string[] = [];

  const observeTraffic = (): Overheard => {
    let pings = 0;
    let pongs = 0;
    /**
     * Each topic that is followed, with the pong behind which its frames are no longer those of a subscription that was
     * ended.
     */
    const followedTopics = new Map<string, number>();
    const subscribeTopic = (id: string, cursor: string | undefined): void => {
      if (heldSubscriptions.has(id) && cursor === undefined) wastedSnapshots.push(`asked for ${id}`);
      followedTopics.set(id, pings);
    };
    const isOfPresent = (id: string): boolean => pongs >= (followedTopics.get(id) ?? Infinity);
    return {
      sendText(text) {
        const frame = ClientFrame.parse(JSON.parse(text));
        if (frame.op === 'ping') pings += 1;
        if (frame.op === 'sub') subscribeTopic(frame.id, frame.cursor);
        if (frame.op === 'unsub') followedTopics.delete(frame.id);
        return frame;
      },
      receiveText(text) {
        const frame = ServerFrame.parse(JSON.parse(text));
        if (frame.op === 'pong') pongs += 1;
        if (!('id' in frame) || frame.id === undefined || !isOfPresent(frame.id)) return frame;
        if (frame.op === 'live') heldSubscriptions.add(frame.id);
        if (frame.op === 'reset') heldSubscriptions.delete(frame.id);
        if (frame.op === 'snap' && heldSubscriptions.has(frame.id)) wastedSnapshots.push(`sent ${frame.id}`);
        return frame;
      },
    };
  };
  return { held: heldSubscriptions, wasted: wastedSnapshots, overhear: observeTraffic };
};

/**
 * Sockets of the `ws` package in place of the browser's. `onFrame` is told of each frame that arrives, with the token
 * that its connection showed last.
 */
export const createWire = (
  url: string,
  onFrame: (frame: ServerFrame, token: string) => void = () => undefined,
): Wire => {
  const address = `${url.replace(/^http/, 'ws')}/live`;
  const sockets = new Set<WebSocket>();
  const resumeWatch = createResumeWatch();
  let repeatSubscriptions = (_count: number): void => undefined;

  const open: OpenSocket = (events) => {
    const socket = new WebSocket(address);
    const traffic = resumeWatch.overhear();
    let token = '';
    const deltas: string[] = [];
    repeatSubscriptions = (count) => unlessGivenUp(() => deltas.slice(-count).forEach((text) => events.message(text)));
    let isGivenUp = false;
    const unlessGivenUp = (task: () => void): void => {
      if (!isGivenUp) task();
    };
    sockets.add(socket);
    socket.on('open', () => unlessGivenUp(events.opened));
    socket.on('message', (data: Buffer) =>
      unlessGivenUp(() => {
        const text = data.toString();
        const frame = traffic.receiveText(text);
        if (frame.op === 'delta') deltas.push(text);
        onFrame(frame, token);
        events.message(text);
      }),
    );
    // What went wrong shows in the close that follows.
    socket.on('error', () => undefined);
    socket.on('close', (code) => {
      sockets.delete(socket);
      deltas.length = 0;
      unlessGivenUp(() => events.closed(code));
    });
    return {
      send(text) {
        const frame = traffic.sendText(text);
        if (frame.op === 'hello' || frame.op === 'auth') token = frame.token;
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
    wastedSnapshots: resumeWatch.wasted,
    repeatSubscriptions: (count) => repeatSubscriptions(count),
    forget: (topic) => resumeWatch.held.delete(topic),
    cut() {
      for (const socket of sockets) socket.terminate();
    },
  };
};
