import { ClientFrame, ServerFrame } from '@mahlzeit/contract';
import type { LiveSocket, OpenSocket, SocketEvents } from '@mahlzeit/shared-ui/platform';
import { WebSocket } from 'ws';

/** Connection of a client to a gateway, which the test can cut. */
export interface CuttableSocket extends LiveSocket {
  /** Cuts the connection without a closing handshake. `closed` follows, as after any lost connection. */
  cut(): void;
}

/** Opens a connection to the gateway at this URL. */
export type OpenConnection = (url: string, events: SocketEvents) => CuttableSocket;

/**
 * Network between a client and the gateway. It opens real sockets and can cut them. It also records snapshots that the
 * client didn't need.
 */
export interface SocketNetwork {
  readonly openSocket: OpenSocket;
  /** Cuts every connection without a closing handshake. */
  cutConnections(): void;
  /** Delivers the last changes of the open connection a second time. */
  repeatSubscriptions(count: number): void;
  /**
   * Stops the checks of a topic to which the client has no subscriber any more. The client may subscribe to this topic
   * again without a cursor.
   */
  forgetTopic(topic: string): void;
  /**
   * Topics for which a whole snapshot was unnecessary: the client already had their data, but it subscribed without a
   * cursor, or the gateway sent a snapshot in spite of the cursor.
   */
  readonly needlessSnapshots: readonly string[];
}

/** WebSocket messages that a client sends and receives over one connection. */
interface ConnectionTraffic {
  sendText(text: string): ClientFrame;
  receiveText(text: string): ServerFrame;
}

/** Checks that the client resumes each topic of which it has data from the topic's last cursor. */
const createResumptionWatch = () => {
  const heldTopics = new Set<string>();
  const needlessSnapshots: string[] = [];

  const observeTraffic = (): ConnectionTraffic => {
    let pingCount = 0;
    let pongCount = 0;
    /**
     * Topics with a subscription on this connection. The value is the number of pings sent before the subscription:
     * messages before the matching pong may still belong to an earlier subscription of the topic.
     */
    const pingCountByTopic = new Map<string, number>();
    const subscribeTopic = (topic: string, cursor: string | undefined): void => {
      if (heldTopics.has(topic) && cursor === undefined) needlessSnapshots.push(`asked for ${topic}`);
      pingCountByTopic.set(topic, pingCount);
    };
    const isCurrentSubscription = (topic: string): boolean => pongCount >= (pingCountByTopic.get(topic) ?? Infinity);
    return {
      sendText(text) {
        const frame = ClientFrame.parse(JSON.parse(text));
        if (frame.op === 'ping') pingCount += 1;
        if (frame.op === 'sub') subscribeTopic(frame.id, frame.cursor);
        if (frame.op === 'unsub') pingCountByTopic.delete(frame.id);
        return frame;
      },
      receiveText(text) {
        const frame = ServerFrame.parse(JSON.parse(text));
        if (frame.op === 'pong') pongCount += 1;
        if (!('id' in frame) || frame.id === undefined || !isCurrentSubscription(frame.id)) return frame;
        if (frame.op === 'live') heldTopics.add(frame.id);
        if (frame.op === 'reset') heldTopics.delete(frame.id);
        if (frame.op === 'snap' && heldTopics.has(frame.id)) needlessSnapshots.push(`sent ${frame.id}`);
        return frame;
      },
    };
  };
  return { held: heldTopics, wasted: needlessSnapshots, observeConnection: observeTraffic };
};

/** Opens a WebSocket of the `ws` package instead of the browser's. */
export const openWebSocket: OpenConnection = (url, events) => {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/live`);
  socket.on('open', events.opened);
  socket.on('message', (frameData: Buffer) => events.message(frameData.toString()));
  // Each error is followed by `close`, which reports the failure.
  socket.on('error', () => undefined);
  socket.on('close', events.closed);
  return { send: (text) => socket.send(text), close: () => socket.close(), cut: () => socket.terminate() };
};

interface WireOptions {
  /** Receives each message that arrives, with the token that its connection sent last. */
  readonly onFrame?: (frame: ServerFrame, token: string) => void;
  /** Way in which connections are opened; default: WebSockets. */
  readonly openConnection?: OpenConnection;
}

/** Creates a network. `nextUrl` returns the gateway to which a new connection leads. */
export const createSocketNetwork = (
  nextUrl: () => string,
  { onFrame = () => undefined, openConnection = openWebSocket }: WireOptions = {},
): SocketNetwork => {
  const sockets = new Set<CuttableSocket>();
  const resumptionWatch = createResumptionWatch();
  let repeatSubscriptions = (_count: number): void => undefined;

  const openSocket: OpenSocket = (socketEvents) => {
    const traffic = resumptionWatch.observeConnection();
    let token = '';
    const deltaTexts: string[] = [];
    repeatSubscriptions = (count) =>
      runUnlessClosed(() => deltaTexts.slice(-count).forEach((text) => socketEvents.message(text)));
    let isClosed = false;
    const runUnlessClosed = (task: () => void): void => {
      if (!isClosed) task();
    };
    const socket = openConnection(nextUrl(), {
      opened: () => runUnlessClosed(socketEvents.opened),
      message: (text) =>
        runUnlessClosed(() => {
          const frame = traffic.receiveText(text);
          if (frame.op === 'delta') deltaTexts.push(text);
          onFrame(frame, token);
          socketEvents.message(text);
        }),
      closed(closeCode) {
        sockets.delete(socket);
        deltaTexts.length = 0;
        runUnlessClosed(() => socketEvents.closed(closeCode));
      },
    });
    sockets.add(socket);
    return {
      send(text) {
        const frame = traffic.sendText(text);
        if (frame.op === 'hello' || frame.op === 'auth') token = frame.token;
        socket.send(text);
      },
      close() {
        isClosed = true;
        socket.close();
      },
    };
  };

  return {
    openSocket,
    needlessSnapshots: resumptionWatch.wasted,
    repeatSubscriptions: (count) => repeatSubscriptions(count),
    forgetTopic: (topic) => resumptionWatch.held.delete(topic),
    cutConnections() {
      for (const socket of sockets) socket.cut();
    },
  };
};
