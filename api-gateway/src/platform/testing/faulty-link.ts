import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { Socket } from 'node:net';

/** A TCP connection between a client and a server that a test can break. */
export interface FaultyLink {
  readonly port: number;
  /** Delays all further bytes on the connection, in both directions, by that many milliseconds. */
  delay(ms: number): void;
  /** Loses all further bytes without closing a connection, also bytes of new connections. */
  swallow(): void;
  /** Resets all connections of the link and refuses new ones. */
  cut(): void;
  /** Lets bytes pass again. Connections that have lost bytes are reset. */
  restore(): void;
  close(): Promise<void>;
}

/** Opens a link (a TCP proxy that a test can break) to a port of this machine. */
export const openFaultyLink = async (targetPort: number): Promise<FaultyLink> => {
  const sockets = new Set<Socket>();
  let state: 'carries' | 'swallows' | 'cut' = 'carries';
  let delayMs = 0;

  const forwardData = (from: Socket, to: Socket): void => {
    sockets.add(from);
    from.on('data', (bytes) => {
      if (state !== 'carries') return;
      if (delayMs === 0) to.write(bytes);
      // Equal delays keep the sequence of bytes. Bytes for a closed socket are lost.
      else setTimeout(() => to.write(bytes), delayMs);
    });
    // Ignores the error: a broken connection ends on both sides, and `close` follows each error.
    from.on('error', () => {});
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
  };

  const server = createServer({ noDelay: true }, (client) => {
    if (state === 'cut') return void client.resetAndDestroy();
    const target = connect({ port: targetPort, host: '127.0.0.1', noDelay: true });
    forwardData(client, target);
    forwardData(target, client);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The link has no port');

  const resetConnections = (): void => {
    for (const socket of sockets) socket.resetAndDestroy();
  };

  return {
    port: address.port,
    delay(ms) {
      delayMs = ms;
    },
    swallow() {
      state = 'swallows';
    },
    cut() {
      state = 'cut';
      resetConnections();
    },
    restore() {
      if (state === 'swallows') resetConnections();
      state = 'carries';
      delayMs = 0;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      resetConnections();
      await closed;
    },
  };
};
