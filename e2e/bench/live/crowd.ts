import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { anonymousSession } from '@mahlzeit/contract';
import type { World } from '../../world/start-world';
import type { CrowdStart } from './crowd-process';
import type { TopicWatcher } from './watch-topics';

/** Connections of users who have a page of the product open but whose times aren't measured. */
export interface Crowd {
  /** Returns the number of deltas that all connections have received from the product. Calls must not overlap. */
  countDeltas(): Promise<number>;
  disconnect(): void;
}

/** Connects a crowd in a separate process. Resolves once all its connections are open. */
export const connectCrowd = async (crowdStart: CrowdStart): Promise<Crowd> => {
  const crowdProcess = fork(fileURLToPath(new URL('crowd-process.ts', import.meta.url)));
  const firstReply = once(crowdProcess, 'message');
  crowdProcess.send(crowdStart);
  const [readyMessage] = await firstReply;
  if (readyMessage !== 'connected') throw new Error(`The crowd did not connect: ${String(readyMessage)}`);
  return {
    async countDeltas() {
      const nextReply = once(crowdProcess, 'message');
      crowdProcess.send('countDeltas');
      const [deltaCount] = await nextReply;
      return Number(deltaCount);
    },
    disconnect: () => crowdProcess.disconnect(),
  };
};

/** Creates `count` visitors without an account, whose pages follow these live topics. */
export const createVisitors = async (
  world: World,
  count: number,
  topics: readonly string[],
): Promise<TopicWatcher[]> => {
  const watchers: TopicWatcher[] = [];
  for (let index = 0; index < count; index += 1)
    watchers.push({ token: (await world.api.call(anonymousSession)).idToken, topics: [...topics] });
  return watchers;
};
