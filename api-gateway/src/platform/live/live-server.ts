import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { liveCloseCodes } from '@mahlzeit/contract';
import { WebSocket, WebSocketServer } from 'ws';
import type { BoundRoute } from '../http/route-types';
import { createLiveConnection } from './live-connection';
import type { LiveConnection, LiveConnectionDeps } from './live-connection';
import { livePollRoute } from './live-poll';
import { recordRightsChange } from './rights-changes';
import type { LivePort } from './topic';

const MESSAGE_TOO_BIG_CODE = 1009;

/**
 * Socket with the contract's close code: ws itself closes a socket with code 1009 after a frame larger than
 * `maxPayload`, and this method replaces the code.
 */
class LiveSocket extends WebSocket {
  override close(closeCode?: number, closeReason?: string | Buffer): void {
    super.close(closeCode === MESSAGE_TOO_BIG_CODE ? liveCloseCodes.frameTooLarge : closeCode, closeReason);
  }
}

interface LiveServerDeps extends Omit<LiveConnectionDeps, 'admit'> {
  /** Origins of the pages that may connect. */
  readonly pageOrigins: readonly string[];
}

/** The server of the live socket at `/live`. */
export interface LiveServer extends LivePort {
  /** Route by which pages without a socket read the same topics. */
  readonly pollRoute: BoundRoute;
  /** Takes over an upgrade of the HTTP server. Refuses other paths than `/live`, and pages of other sites. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Sends the time of the gateway's clock to all clients, after a test or the sandbox has moved this clock. */
  clockMoved(): void;
  /** Sends `bye` to all clients and waits until all sockets are closed. */
  close(): Promise<void>;
}

const minReconnectMs = 250;
const reconnectSpreadMs = 2000;

const isLivePath = (url: string | undefined): boolean => (url ?? '').split('?')[0] === '/live';

// A client that sends no Origin is no browser, so it has no cookies that a page of another site could abuse.
const isAllowedOrigin = ({ headers: { origin } }: IncomingMessage, pageOrigins: readonly string[]): boolean =>
  origin === undefined || pageOrigins.includes(origin);

const refuseUpgrade = (socket: Duplex, httpStatusLine: string): void => {
  socket.end(`HTTP/1.1 ${httpStatusLine}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
};

/** Opens the live socket on the HTTP server's upgrades. */
export const createLiveServer = (deps: LiveServerDeps): LiveServer => {
  const { hub, limits, metrics, log, pageOrigins } = deps;
  const connections = new Set<LiveConnection>();
  const connectionsByUid = new Map<string, Set<LiveConnection>>();
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: limits.frameBytes,
    WebSocket: LiveSocket,
  });
  let isClosing = false;
  let onAllConnectionsClosed: (() => void) | null = null;

  const admit = (uid: string, connection: LiveConnection): boolean => {
    const userConnections = connectionsByUid.get(uid) ?? new Set();
    if (userConnections.size >= limits.connections) return false;
    connectionsByUid.set(uid, userConnections.add(connection));
    return true;
  };

  const removeFromUser = (uid: string, connection: LiveConnection): void => {
    const userConnections = connectionsByUid.get(uid);
    userConnections?.delete(connection);
    if (userConnections?.size === 0) connectionsByUid.delete(uid);
  };

  const dropConnection = (connection: LiveConnection): void => {
    if (!connections.delete(connection)) return;
    const uid = connection.uid();
    if (uid !== null) removeFromUser(uid, connection);
    connection.forget();
    metrics.connections.dec();
    if (connections.size === 0) onAllConnectionsClosed?.();
  };

  const connectionsOf = (uid: string): LiveConnection[] => [...(connectionsByUid.get(uid) ?? [])];

  hub.onRightsChanged(async (changedRights) => {
    const affectedConnections = changedRights === null ? [...connections] : [...changedRights].flatMap(connectionsOf);
    await Promise.all(affectedConnections.map((connection) => connection.recheckRights()));
  });

  const acceptSocket = (socket: LiveSocket): void => {
    const connection = createLiveConnection(socket, { ...deps, admit });
    connections.add(connection);
    metrics.connections.inc();
    socket.on('close', () => dropConnection(connection));
    // ws has already closed the socket, and the event `close` removes the connection. The error is only logged.
    socket.on('error', (error) => log.debug({ err: error }, 'live socket failed'));
  };

  const tickTimer = setInterval(() => {
    for (const connection of [...connections]) connection.tick();
  }, limits.tickMs);

  // A slow database gets no second comparison before the end of the first one.
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

  const waitUntilEmpty = (timeoutMs: number): Promise<void> =>
    new Promise((resolve) => {
      const emptyTimer = setTimeout(resolve, timeoutMs);
      onAllConnectionsClosed = () => {
        clearTimeout(emptyTimer);
        resolve();
      };
      if (connections.size === 0) onAllConnectionsClosed();
    });

  return {
    pollRoute: livePollRoute(deps),
    handleUpgrade(request, socket, head) {
      // Until ws takes over, nothing else listens to errors of the socket, and an unhandled error would end the
      // process.
      socket.on('error', () => socket.destroy());
      if (!isLivePath(request.url)) return refuseUpgrade(socket, '404 Not Found');
      if (isClosing) return refuseUpgrade(socket, '503 Service Unavailable');
      if (!isAllowedOrigin(request, pageOrigins)) return refuseUpgrade(socket, '403 Forbidden');
      server.handleUpgrade(request, socket, head, acceptSocket);
    },
    clockMoved() {
      for (const connection of connections) connection.emitTime();
    },
    rightsChanged: recordRightsChange,
    sessionReplaced(tx, uid) {
      for (const connection of connectionsOf(uid)) connection.hold();
      // The other gateways read the change after the commit.
      recordRightsChange(tx, uid);
    },
    async close() {
      isClosing = true;
      clearInterval(tickTimer);
      clearInterval(pollTimer);
      for (const connection of connections)
        connection.sendBye(Math.round(minReconnectMs + Math.random() * reconnectSpreadMs));
      await waitUntilEmpty(limits.closeWithinMs);
      for (const connection of [...connections]) connection.terminate();
    },
  };
};
