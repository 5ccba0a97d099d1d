import { constants, setPriority } from 'node:os';
import * as z from 'zod/mini';
import { openSocket, TopicWatcher, watchTopics } from './watch-topics';

/**
 * Connections to open: one for each watcher of the product, or one socket to each of these URLs of a bare server (a
 * minimal server, for comparison).
 */
export const CrowdStart = z.union([
  z.object({ url: z.string(), watchers: z.array(TopicWatcher) }),
  z.object({ addresses: z.array(z.string()) }),
]);
export type CrowdStart = z.infer<typeof CrowdStart>;

/** Connects to a bare server (a minimal server, for comparison) and stays connected. */
const connectBare = (url: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = openSocket(url);
    socket.on('open', () => resolve());
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('The socket was closed')));
  });

// The crowd runs in a separate process with low priority. Real users have machines of their own, so their work on a
// frame must not count as the gateway's time.
setPriority(constants.priority.PRIORITY_LOW);
const GROUP_SIZE = 100;

let deltaCount = 0;

const countDelta = (frameText: string): void => {
  if (frameText.startsWith('{"op":"delta"')) deltaCount += 1;
};

// A server closes a socket that sends nothing for ten seconds. If a thousand sockets opened at once, some would have to
// wait longer before they can send.
const openInGroups = async (openFunctions: readonly (() => Promise<unknown>)[]): Promise<void> => {
  for (let groupStart = 0; groupStart < openFunctions.length; groupStart += GROUP_SIZE)
    await Promise.all(openFunctions.slice(groupStart, groupStart + GROUP_SIZE).map((open) => open()));
};

const connect = (startMessage: unknown): void => {
  const crowdStart = CrowdStart.parse(startMessage);
  const openFunctions =
    'watchers' in crowdStart
      ? crowdStart.watchers.map((topicWatcher) => () => watchTopics(crowdStart.url, topicWatcher, countDelta))
      : crowdStart.addresses.map((address) => () => connectBare(address));
  void openInGroups(openFunctions).then(
    () => process.send?.('connected'),
    (error: unknown) => process.send?.(String(error)),
  );
};

process.on('message', (message) => {
  // A message that isn't an object asks how many live updates (deltas) have arrived.
  if (typeof message === 'object') connect(message);
  else process.send?.(deltaCount);
});
process.on('disconnect', () => process.exit(0));
