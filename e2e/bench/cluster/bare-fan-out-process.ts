import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import { WebSocketServer } from 'ws';
import * as z from 'zod/mini';

const Broadcast = z.object({ frames: z.number(), bytes: z.number() });

const PAUSE_MS = 10;

// The server runs in a separate process, like the gateway with which it is compared.
const server = createServer();
const sockets = new Set<WebSocket>();
new WebSocketServer({ server, perMessageDeflate: false }).on('connection', (socket) => {
  sockets.add(socket);
  socket.on('close', () => sockets.delete(socket));
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
});

const hasUnsent = (): boolean => [...sockets].some((socket) => socket.bufferedAmount > 0);

/** Sends frames to all sockets, each as one buffer for all, and returns the milliseconds of processor time. */
const broadcast = async ({ frames, bytes }: z.infer<typeof Broadcast>): Promise<number> => {
  const before = process.cpuUsage();
  for (let frame = 0; frame < frames; frame += 1) {
    const sharedBuffer = Buffer.alloc(bytes, 'x');
    for (const socket of sockets) socket.send(sharedBuffer, { binary: false });
    await delay(PAUSE_MS);
  }
  while (hasUnsent()) await delay(PAUSE_MS);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

process.on('message', (message) => {
  void broadcast(Broadcast.parse(message)).then((cpuMs) => process.send?.(cpuMs));
});
process.on('disconnect', () => process.exit(0));
