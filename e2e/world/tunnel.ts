import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { Socket } from 'node:net';

/** A device's way to a gateway, which can lead through the dark. */
export interface Tunnel {
  /** Address of the gateway for the device. */
  readonly url: string;
  /** Nothing passes any more, in either direction, and neither side is told. */
  enter(): void;
  /** Cuts the connections that were opened inside; new ones pass. */
  leave(): void;
  /** How often the device has tried to connect inside. */
  tries(): number;
  close(): Promise<void>;
}

/** Opens a way to the gateway at this address. */
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
      // That one end is lost is told to the other, but not in the dark.
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
    enter() {
      [isDark, tries] = [true, 0];
      for (const [device, gateway] of open) {
        device.unpipe(gateway).pause();
        gateway.unpipe(device).pause();
      }
    },
    leave() {
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
