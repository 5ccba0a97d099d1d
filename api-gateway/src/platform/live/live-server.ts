import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { liveCloseCodes } from '@mahlzeit/contract';
import { WebSocket, WebSocketServer } from 'ws';
import { createFairScheduler } from '../fair-scheduler';
import { addressOfUpgrade } from '../http/client-address';
import type { BoundRoute } from '../http/route-types';
import { mapInTurns } from '../time-slices';
import { createLiveConnection } from './live-connection';
import type { LiveConnectionDeps } from './live-connection';
import { createLiveConnections } from './live-connections';
import { livePollRoute } from './live-poll';
import { liveStreamRoute } from './live-stream';
import { recordRightsChange } from './rights-changes';
import type { LivePort } from './topic';
import { createWebSocketFraming } from './web-socket-frame';

const MESSAGE_TOO_BIG_CODE = 1009;

/**
 * WebSocket with the contract's close code: the package ws closes a socket with code 1009 after a frame larger than
 * `maxPayload`, and this class replaces that code.
 */
class LiveSocket extends WebSocket {
  override close(closeCode?: number, closeReason?: string | Buffer): void {
    super.close(closeCode === MESSAGE_TOO_BIG_CODE ? liveCloseCodes.frameTooLarge : closeCode, closeReason);
  }
}

interface LiveServerDeps extends Omit<LiveConnectionDeps, 'admit' | 'address' | 'scheduler' | 'toWebSocketFrame'> {
  /** True where a proxy opens all connections and tells the visitors' addresses. */
  readonly trustsProxy?: boolean;
  /** Origins of the pages that may open a live socket. */
  readonly pageOrigins: readonly string[];
}

/** The server of live topics, which are read by the socket at `/live` or by requests. */
export interface LiveServer extends LivePort {
  /** Routes by which pages without a live socket read the same topics: by a stream, or by polls. */
  readonly routes: readonly BoundRoute[];
  /** Takes over a request to open a WebSocket. Refuses other paths than `/live`, and pages of other sites. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Sends the time of the gateway's clock to all clients, after a test or the sandbox has moved this clock. */
  clockMoved(): void;
  /** Sends the message `bye` to all clients and waits until all connections are closed. */
  close(): Promise<void>;
}

const minReconnectMs = 250;
const reconnectSpreadMs = 2000;

const isLivePath = (url: string | undefined): boolean => (url ?? '').split('?')[0] === '/live';

// Checks the origin of a page that opens a socket. A client that sends no Origin is no browser, so it has no cookies
// that a page of another site could abuse.
const isAllowedOrigin = ({ headers: { origin } }: IncomingMessage, pageOrigins: readonly string[]): boolean =>
  origin === undefined || pageOrigins.includes(origin);

const refuseUpgrade = (socket: Duplex, httpStatusLine: string): void => {
  socket.end(`HTTP/1.1 ${httpStatusLine}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
};

/** Creates the server of live topics, which opens sockets on the HTTP server's upgrades. */
export const createLiveServer = (deps: LiveServerDeps): LiveServer => {
  const { hub, limits, metrics, log, pageOrigins, trustsProxy = false } = deps;
  const scheduler = createFairScheduler();
  const toWebSocketFrame = createWebSocketFraming();
  const connections = createLiveConnections({ limits, metrics });
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: limits.frameBytes,
    WebSocket: LiveSocket,
  });
  let isClosing = false;

  hub.onRightsChanged(async (changedRights) => {
    const affectedConnections =
      changedRights === null ? connections.all() : [...changedRights].flatMap(connections.ofUser);
    await Promise.all(affectedConnections.map((connection) => connection.recheckRights()));
  });

  const acceptSocket = (socket: LiveSocket, request: IncomingMessage): void => {
    const address = addressOfUpgrade(request, trustsProxy);
    const connection = createLiveConnection(
      { socket, stream: request.socket },
      { ...deps, address, scheduler, toWebSocketFrame, admit: connections.admit },
    );
    const isAdmitted = connections.add(connection);
    socket.on('close', () => connections.drop(connection));
    // Only logs the error: the package ws has already closed the socket, and the event `close` removes the connection.
    socket.on('error', (error) => log.debug({ err: error }, 'live socket failed'));
    if (!isAdmitted) connection.turnAway();
  };

  // Hundreds of connections may expire in the same moment, and closing each of them takes some time.
  let isTicking = false;
  const tickConnections = async (): Promise<void> => {
    if (isTicking) return;
    isTicking = true;
    try {
      await mapInTurns(connections.all(), (connection) => connection.tick());
    } finally {
      isTicking = false;
    }
  };

  const tickTimer = setInterval(() => void tickConnections(), limits.tickMs);

  // Prevents that a second comparison of positions begins before the end of the first, when the database is slow.
  let isComparing = false;
  const compareHeads = async (): Promise<void> => {
    if (isComparing) return;
    isComparing = true;
    try {
      await hub.compareHeads();
    } catch (error) {
      log.error({ err: error }, 'comparing heads failed');
    } finally {
      isComparing = false;
    }
  };

  const pollTimer = setInterval(() => void compareHeads(), limits.headPollMs);

  const requestDeps = { ...deps, connections, isClosing: () => isClosing };

  return {
    routes: [livePollRoute(requestDeps), liveStreamRoute(requestDeps)],
    handleUpgrade(request, socket, head) {
      // Handles errors of the socket until the package ws does so, because an unhandled error would end the process.
      socket.on('error', () => socket.destroy());
      if (!isLivePath(request.url)) return refuseUpgrade(socket, '404 Not Found');
      if (isClosing) return refuseUpgrade(socket, '503 Service Unavailable');
      if (!isAllowedOrigin(request, pageOrigins)) return refuseUpgrade(socket, '403 Forbidden');
      server.handleUpgrade(request, socket, head, acceptSocket);
    },
    clockMoved() {
      for (const connection of connections.all()) connection.emitTime();
    },
    rightsChanged: recordRightsChange,
    sessionReplaced(tx, uid) {
      for (const connection of connections.ofUser(uid)) connection.hold();
      // Records the change of rights, which the other gateways read after the commit.
      recordRightsChange(tx, uid);
    },
    async close() {
      isClosing = true;
      clearInterval(tickTimer);
      clearInterval(pollTimer);
      for (const connection of connections.all())
        connection.sendBye(Math.round(minReconnectMs + Math.random() * reconnectSpreadMs));
      await connections.whenEmpty(limits.closeWithinMs);
      for (const connection of connections.all()) connection.terminate();
    },
  };
};
