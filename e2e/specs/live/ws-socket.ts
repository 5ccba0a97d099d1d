import { ClientFrame, ServerFrame } from '@mahlzeit/contract';
import type { OpenSocket } from '@mahlzeit/shared-ui/platform';
import { WebSocket } from 'ws';

/**
 * Network between a client and the gateway: it opens real sockets and can cut them, and it records the snapshots that
 * were sent for nothing.
 */
export interface Wire {
  readonly open: OpenSocket;
  /** Cuts every connection without a closing handshake. */
  cut(): void;
  /** Delivers the last changes of the open connection a second time. */
  repeatSubscriptions(count: number): void;
  /**
   * Ends the record of a topic that the client has no more subscriber for. The client may subscribe again without a
   * cursor.
   */
  forget(topic: string): void;
  /**
   * Topics that the client requested, or the gateway sent, as a whole snapshot although the client held them already.
   */
  readonly needlessSnapshots: readonly string[];
}

/** Frames that a client sends and receives over one connection. */
interface Overheard {
  sendText(text: string): ClientFrame;
  receiveText(text: string): ServerFrame;
}

/** Checks that the client resumes each topic that it holds from its cursor. */
const createResumeWatch = () => {
  const heldSubscriptions = new Set<string>();
  const wastedSnapshots: string[] = [];

  const observeTraffic = (): Overheard => {
    let pings = 0;
    let pongs = 0;
    /**
     * Topics with a subscription on this connection. The number counts the pings sent before the subscription: frames
     * before the matching pong may still belong to an earlier subscription of the topic.
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
  return { held: heldSubscriptions, wasted: wastedSnapshots, observeConnection: observeTraffic };
};

/**
 * Creates a network with sockets of the `ws` package instead of the browser's. `onFrame` receives each frame that
 * arrives, with the token that its connection sent last.
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
    const traffic = resumeWatch.observeConnection();
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
    // Each error is followed by `close`, which reports the failure.
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
    needlessSnapshots: resumeWatch.wasted,
    repeatSubscriptions: (count) => repeatSubscriptions(count),
    forget: (topic) => resumeWatch.held.delete(topic),
    cut() {
      for (const socket of sockets) socket.terminate();
    },
  };
};
