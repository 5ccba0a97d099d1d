import { LRUCache } from 'lru-cache';
import type { TopicHead } from '../database/change-log';
import type { TopicItem } from './topic';

interface RecentSnapshot {
  readonly epoch: string;
  readonly seq: number;
  readonly items: readonly TopicItem[];
  /** Real time in milliseconds. */
  readonly readAt: number;
}

/** Snapshots that were read a moment ago, for topics that are the same for all who may read them. */
export interface RecentSnapshots {
  /** Returns the items of a topic at this head: those of a moment ago, or else what `readItems` reads. */
  at(head: TopicHead, readItems: () => Promise<readonly TopicItem[]>): Promise<readonly TopicItem[]>;
}

/** Items may also change with the time of day, without a change in the log. */
const MOMENT_MS = 1_000;
const MAX_SNAPSHOTS = 200;

/** Creates the memory of snapshots. A snapshot is used again only while its topic hasn't changed. */
export const createRecentSnapshots = (realNow: () => number): RecentSnapshots => {
  const snapshotByTopic = new LRUCache<string, RecentSnapshot>({ max: MAX_SNAPSHOTS });
  return {
    async at({ name, epoch, seq }, readItems) {
      const recent = snapshotByTopic.get(name);
      if (recent?.epoch === epoch && recent.seq === seq && Math.abs(realNow() - recent.readAt) < MOMENT_MS)
        return recent.items;
      const items = await readItems();
      snapshotByTopic.set(name, { epoch, seq, items, readAt: realNow() });
      return items;
    },
  };
};
