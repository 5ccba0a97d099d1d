import { LRUCache } from 'lru-cache';
import type { TopicHead } from '../database/change-log';
import type { TopicItem } from './topic';

interface RecentSnapshot {
  readonly epoch: string;
  readonly seq: number;
  readonly items: readonly TopicItem[];
  /** Real time in milliseconds at which the snapshot was read. */
  readonly readAt: number;
}

/** Cache of snapshots that were read a moment ago, for live topics that are the same for all who may read them. */
export interface RecentSnapshots {
  /** Returns the items of a topic at this position: from the cache, or else those that `readItems` reads. */
  at(head: TopicHead, readItems: () => Promise<readonly TopicItem[]>): Promise<readonly TopicItem[]>;
}

/**
 * Milliseconds for which a snapshot is cached. It is short, because items may also change with the time of day, without
 * a change in the log.
 */
const MOMENT_MS = 1_000;
const MAX_SNAPSHOTS = 200;

/** Creates the cache of snapshots. A snapshot is used again only while its topic hasn't changed. */
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
