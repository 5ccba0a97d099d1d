import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { Socket } from 'node:net';

/** Network between a device and a gateway. It can fail without closing any connection, as in a railway tunnel. */
export interface Tunnel {
  /** URL at which the device reaches the gateway. */
  readonly url: string;
  /** Stops all traffic in both directions without closing open connections, so that neither side notices. */
  block(): void;
  /** Closes the connections that were open during the block, and forwards new connections again. */
  unblock(): void;
  /** Returns how often the device has tried to connect since `block`. */
  connectionAttempts(): number;
  close(): Promise<void>;
}

/** Opens a tunnel to the gateway at this URL; the tunnel listens on a port of its own. */
export const openTunnel = async (url: string): Promise<Tunnel> => {
  const gatewayByDevice = new Map<Socket, Socket>();
  let [isBlocked, attemptCount] = [false, 0];
  const closeConnections = (): void => {
    for (const socket of [...gatewayByDevice].flat()) socket.destroy();
    gatewayByDevice.clear();
  };
  const tunnelServer = createServer((deviceSocket) => {
    if (isBlocked) {
      attemptCount += 1;
      deviceSocket.resetAndDestroy();
      return;
    }
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
  });
  tunnelServer.listen(0, '127.0.0.1');
  await once(tunnelServer, 'listening');
  const serverAddress = tunnelServer.address();
  if (serverAddress === null || typeof serverAddress === 'string')
    throw new Error('The server of the tunnel listens on no port');
  return {
    url: `http://127.0.0.1:${serverAddress.port}`,
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
