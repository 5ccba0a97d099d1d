import { createLineTail, endChild, findFreePort, isListening, startChild, waitUntilReady } from './child-process.mjs';

const READY_WITHIN_MS = 10_000;
const STOP_WITHIN_MS = 5_000;

/** Starts a Redis server that stores nothing on the disk. Throws where Redis isn't installed or doesn't start. */
export const startRedisServer = async () => {
  const port = await findFreePort();
  const outputTail = createLineTail();
  const server = startChild(
    'redis-server',
    ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--appendonly', 'no'],
    { onLine: outputTail.add },
  );
  await waitUntilReady(server, {
    name: 'Redis',
    lines: outputTail.lines,
    hint: 'Installiere es (Debian: apt-get install redis-server).',
    timeoutMs: READY_WITHIN_MS,
    check: () => isListening(port),
  });
  return { url: `redis://127.0.0.1:${port}`, stop: () => endChild(server, 'SIGTERM', STOP_WITHIN_MS) };
};
