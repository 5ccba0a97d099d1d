import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { Socket } from 'node:net';

/**
 * Network between a device and the gateways. It can fail without closing any connection, as in a railway tunnel. The
 * device takes it for a SOCKS proxy, so that its pages keep the gateway's own origin.
 */
export interface Tunnel {
  /** URL of the proxy that the device uses. */
  readonly proxyUrl: string;
  /** Stops all traffic in both directions without closing open connections, so that neither side notices. */
  block(): void;
  /** Closes the connections that were open during the block, and forwards new connections again. */
  unblock(): void;
  /** Returns how often the device has tried to connect since `block`. */
  connectionAttempts(): number;
  close(): Promise<void>;
}

const SOCKS_VERSION = 5;

/** Answers both messages of a SOCKS client (RFC 1928) without a password; all connections lead to the same target. */
const acceptSocksClient = async (socket: Socket): Promise<void> => {
  await once(socket, 'data');
  socket.write(Uint8Array.of(SOCKS_VERSION, 0));
  await once(socket, 'data');
  socket.write(Uint8Array.of(SOCKS_VERSION, 0, 0, 1, 0, 0, 0, 0, 0, 0));
};

/** Opens a tunnel to the gateway at this URL; the tunnel listens on a port of its own. */
export const openTunnel = async (url: string): Promise<Tunnel> => {
  const gatewayByDevice = new Map<Socket, Socket>();
  let [isBlocked, attemptCount] = [false, 0];
  const closeConnections = (): void => {
    for (const socket of [...gatewayByDevice].flat()) socket.destroy();
    gatewayByDevice.clear();
  };
  const joinGateway = (deviceSocket: Socket): void => {
    const gatewaySocket = connect(Number(new URL(url).port), new URL(url).hostname);
    gatewayByDevice.set(deviceSocket, gatewaySocket);
    deviceSocket.pipe(gatewaySocket).pipe(deviceSocket);
    for (const [sourceSocket, targetSocket] of [
      [deviceSocket, gatewaySocket],
      [gatewaySocket, deviceSocket],
    ] as const) {
      // When one side closes a connection, the tunnel closes the other side, too, but not during a block.
      sourceSocket
        .on('error', () => undefined)
        .on('close', () => {
          if (isBlocked) return;
          targetSocket.destroy();
          gatewayByDevice.delete(deviceSocket);
        });
    }
  };
  const tunnelServer = createServer((deviceSocket) => {
    if (isBlocked) {
      attemptCount += 1;
      deviceSocket.resetAndDestroy();
      return;
    }
    deviceSocket.on('error', () => undefined);
    acceptSocksClient(deviceSocket).then(
      () => joinGateway(deviceSocket),
      // A device that disconnects before the end of the handshake needs no connection to the gateway.
      () => undefined,
    );
  });
  tunnelServer.listen(0, '127.0.0.1');
  await once(tunnelServer, 'listening');
  const serverAddress = tunnelServer.address();
  if (serverAddress === null || typeof serverAddress === 'string')
    throw new Error('The server of the tunnel listens on no port');
  return {
    proxyUrl: `socks5://127.0.0.1:${serverAddress.port}`,
    block() {
      [isBlocked, attemptCount] = [true, 0];
      for (const [deviceConnection, gatewayConnection] of gatewayByDevice) {
        deviceConnection.unpipe(gatewayConnection).pause();
        gatewayConnection.unpipe(deviceConnection).pause();
      }
    },
    unblock() {
      isBlocked = false;
      closeConnections();
    },
    connectionAttempts: () => attemptCount,
    async close() {
      closeConnections();
      tunnelServer.close();
      await once(tunnelServer, 'close');
    },
  };
};
