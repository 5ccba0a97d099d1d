import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { anonymousSession } from '@mahlzeit/contract';
import type { World } from '../../world/start-world';
import type { CrowdStart, Watcher } from './crowd-process';

/** Connections of the users who have a page open but are not measured. */
export interface Crowd {
  disconnect(): void;
}

/** Connects a crowd in a separate process. Resolves once all its connections are open. */
export const connectCrowd = async (start: CrowdStart): Promise<Crowd> => {
  const child = fork(fileURLToPath(new URL('crowd-process.ts', import.meta.url)));
  const firstReply = once(child, 'message');
  child.send(start);
  const [message] = await firstReply;
  if (message !== 'connected') throw new Error(`The crowd did not connect: ${String(message)}`);
  return { disconnect: () => child.disconnect() };
};

/** Creates `count` visitors without an account, whose pages follow these topics. */
export const visitorsOf = async (world: World, count: number, topics: readonly string[]): Promise<Watcher[]> => {
  const watchers: Watcher[] = [];
  for (let index = 0; index < count; index += 1)
    watchers.push({ token: (await world.api.call(anonymousSession)).idToken, topics: [...topics] });
  return watchers;
};
