import { buildProduct } from '../../world/product';
import type { BenchFigure } from '../measure/figure';
import { startCrowdedWorld } from './crowded-world';
import { measureFanOut } from './fan-out';
import { measureMessageTime } from './message-time';

/** Measures messages on PostgreSQL against SQLite, and the fan-out of two gateways against that of one. */
export const benchClusterLive = async (printLine: (line: string) => void): Promise<BenchFigure[]> => {
  printLine('cluster: building what changed');
  buildProduct('gateway');
  printLine('cluster: crowds gather at SQLite, at one gateway on PostgreSQL, and at two');
  const worlds = [];
  try {
    for (const clusterSize of [0, 1, 2]) worlds.push(await startCrowdedWorld(clusterSize));
    const [sqlite, single, pair] = worlds;
    if (sqlite === undefined || single === undefined || pair === undefined) throw new Error('A world is missing');
    printLine('cluster: measuring messages');
    const messageFigures = await measureMessageTime({ postgres: single, sqlite });
    printLine('cluster: measuring the fan-out');
    return [...messageFigures, ...(await measureFanOut({ single, pair }))];
  } finally {
    for (const { stop } of worlds) await stop();
  }
};
