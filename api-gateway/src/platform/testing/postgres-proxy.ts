import { mkdtempSync, rmSync } from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runFolder } from './postgres-server';

const SOCKET_NAME = '.s.PGSQL.5432';

/** A proxy to this test run's PostgreSQL server, whose connections a test can cut. */
export interface PostgresProxy {
  /** Returns the URL by which a database is reached through the proxy. */
  urlOf(databaseUrl: string): string;
  /**
   * Lets that many further bytes pass to the server, then no more bytes of any connection, and calls `onStop`. The
   * connections stay open until `cutConnections`.
   */
  stopAfter(bytes: number, onStop: () => void): void;
  /** Ends all connections of the proxy at once. Later connections work again. */
  cutConnections(): void;
  close(): Promise<void>;
}

/** Opens a proxy in front of the server in this folder; by default it is the server of this test run. */
export const openPostgresProxy = async (serverFolder = runFolder()): Promise<PostgresProxy> => {
  const folder = mkdtempSync(join(tmpdir(), 'mahlzeit-proxy-'));
  const sockets = new Set<Socket>();
  let stop: { remainingBytes: number; readonly onStop: () => void } | null = null;

  /** Returns the part of a chunk of bytes that may still pass the proxy. */
  const passableOf = (chunk: Buffer): Buffer => {
    if (stop === null) return chunk;
    const passedBytes = chunk.subarray(0, Math.max(0, stop.remainingBytes));
    const isStopping = stop.remainingBytes >= 0 && chunk.length > stop.remainingBytes;
    stop.remainingBytes = isStopping ? -1 : stop.remainingBytes - chunk.length;
    if (isStopping) stop.onStop();
    return passedBytes;
  };

  const proxy = createServer((client) => {
    const server = createConnection(join(serverFolder, SOCKET_NAME));
    for (const [socket, otherSocket] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(socket);
      // Ignores the error: a test cuts the connection on purpose.
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        otherSocket.destroy();
      });
    }
    client.on('data', (chunk) => void server.write(passableOf(chunk)));
    server.on('data', (chunk) => void client.write(chunk));
  });
  await new Promise<void>((resolve) => proxy.listen(join(folder, SOCKET_NAME), resolve));

  const cutConnections = (): void => {
    stop = null;
    for (const socket of sockets) socket.destroy();
  };

  return {
    urlOf(databaseUrl) {
      const url = new URL(databaseUrl);
      url.searchParams.set('host', folder);
      return url.href;
    },
    stopAfter(bytes, onStop) {
      stop = { remainingBytes: bytes, onStop };
    },
    cutConnections,
    async close() {
      cutConnections();
      await new Promise((resolve) => proxy.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
