import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { LivePort } from '../types';
import { createLiveClient, type LiveClient, type LiveClientDeps } from './live-client';
import { LiveSocket } from './live-socket';

/** What the live socket takes. */
export interface LiveServerDeps extends Omit<LiveClientDeps, 'admit'> {
  /** Origin of the pages that may connect, beside the host that they ask. */
  readonly publicUrl: string;
}

/** The socket at `/live`. */
export interface LiveServer extends LivePort {
  /** Takes over an upgrade of the HTTP server; refuses all but `/live` from our own pages. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Tells everybody the domain time, which has been set. */
  clockMoved(): void;
  /** Says goodbye to everybody and waits until they are gone. */
  close(): Promise<void>;
}

const shortestReturnMs = 250;
const returnSpreadMs = 2000;

const isLivePath = (url: string | undefined): boolean => (url ?? '').split('?')[0] === '/live';

// No Origin: not a browser, and there is no cookie here that a foreign page could ride on.
const isOurs = (request: IncomingMessage, publicUrl: string): boolean => {
  const { origin, host } = request.headers;
  if (origin === undefined || origin === publicUrl) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
};

const refuse = (socket: Duplex, status: string): void => {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
};

/** Opens the live socket on the HTTP server's upgrades. */
export const createLiveServer = (deps: LiveServerDeps): LiveServer => {
  const { hub, limits, metrics, log, publicUrl } = deps;
  const clients = new Set<LiveClient>();
  const clientsByUid = new Map<string, Set<LiveClient>>();
  const server = new WebSocketServer({ noServer: true, clientTracking: false, perMessageDeflate: false, maxPayload: limits.frameBytes, WebSocket: LiveSocket });
  let isClosing = false;
  let whenEmpty: (() => void) | null = null;

  const admit = (uid: string, client: LiveClient): boolean => {
    const others = clientsByUid.get(uid) ?? new Set();
    if (others.size >= limits.connections) return false;
    clientsByUid.set(uid, others.add(client));
    return true;
  };

  const discharge = (uid: string, client: LiveClient): void => {
    const others = clientsByUid.get(uid);
    others?.delete(client);
    if (others?.size === 0) clientsByUid.delete(uid);
  };

  const drop = (client: LiveClient): void => {
    if (!clients.delete(client)) return;
    const uid = client.uid();
    if (uid !== null) discharge(uid, client);
    client.forget();
    metrics.connections.dec();
    if (clients.size === 0) whenEmpty?.();
  };

  const accept = (socket: LiveSocket): void => {
    const client = createLiveClient(socket, { ...deps, admit });
    clients.add(client);
    metrics.connections.inc();
    socket.on('close', () => drop(client));
    // ws has closed the socket by itself then; what matters is that it is no longer served.
    socket.on('error', (error) => log.debug({ err: error }, 'live socket failed'));
  };

  const ticks = setInterval(() => {
    for (const client of [...clients]) client.tick();
  }, limits.tickMs);

  const polls = setInterval(() => {
    hub.compareHeads().catch((error: unknown) => log.error({ err: error }, 'comparing heads failed'));
  }, limits.headPollMs);

  const isEmptyWithin = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      whenEmpty = () => {
        clearTimeout(timer);
        resolve();
      };
      if (clients.size === 0) whenEmpty();
    });

  return {
    handleUpgrade(request, socket, head) {
      // Until ws takes over nobody listens, and an unheard error would end the process.
      socket.on('error', () => socket.destroy());
      if (!isLivePath(request.url)) return refuse(socket, '404 Not Found');
      if (isClosing) return refuse(socket, '503 Service Unavailable');
      if (!isOurs(request, publicUrl)) return refuse(socket, '403 Forbidden');
      server.handleUpgrade(request, socket, head, accept);
    },
    clockMoved() {
      for (const client of clients) client.tellTime();
    },
    rightsChanged(uid) {
      for (const client of [...(clientsByUid.get(uid) ?? [])]) client.rejudge();
    },
    sessionReplaced(uid) {
      for (const client of [...(clientsByUid.get(uid) ?? [])]) client.hold();
    },
    async close() {
      isClosing = true;
      clearInterval(ticks);
      clearInterval(polls);
      for (const client of clients) client.bye(Math.round(shortestReturnMs + Math.random() * returnSpreadMs));
      await isEmptyWithin(limits.closeWithinMs);
      for (const client of [...clients]) client.terminate();
    },
  };
};
