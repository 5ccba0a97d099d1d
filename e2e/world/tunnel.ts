import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { Socket } from 'node:net';

/** Network between a device and a gateway that can fail without closing any connection, as in a railway tunnel. */
export interface Tunnel {
  /** URL at which the device reaches the gateway. */
  readonly url: string;
  /** Stops all traffic in both directions without closing open connections, so that neither side notices. */
  block(): void;
  /** Closes the connections that were open in the tunnel, and lets new ones pass. */
  unblock(): void;
  /** Returns how often the device has tried to connect since `enter`. */
  tries(): number;
  close(): Promise<void>;
}

/** Opens a tunnel to the gateway at this URL. */
export const openTunnel = async (url: string): Promise<Tunnel> => {
  const open = new Map<Socket, Socket>();
  let [isDark, tries] = [false, 0];
  const lose = (): void => {
    for (const socket of [...open].flat()) socket.destroy();
    open.clear();
  };
  const server = createServer((device) => {
    if (isDark) {
      tries += 1;
      device.resetAndDestroy();
      return;
    }
    const gateway = connect(Number(new URL(url).port), new URL(url).hostname);
    open.set(device, gateway);
    device.pipe(gateway).pipe(device);
    for (const [one, other] of [
      [device, gateway],
      [gateway, device],
    ] as const) {
      // A connection that closes on one side is closed on the other side, too, but not while the device is in the
      // tunnel.
      one
        .on('error', () => undefined)
        .on('close', () => {
          if (isDark) return;
          other.destroy();
          open.delete(device);
        });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server of the tunnel listens on no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    block() {
      [isDark, tries] = [true, 0];
      for (const [device, gateway] of open) {
        device.unpipe(gateway).pause();
        gateway.unpipe(device).pause();
      }
    },
    unblock() {
      isDark = false;
      lose();
    },
    tries: () => tries,
    async close() {
      lose();
      server.close();
      await once(server, 'close');
    },
  };
};
