import { storeExtraOf } from '../store/store-extra';
import type { TopicView } from './live-client';

/** What of RTK Query's cache entry life cycle a binding needs. */
export interface CacheEntry<Data> {
  readonly cacheDataLoaded: Promise<{ readonly data: Data }>;
  readonly cacheEntryRemoved: Promise<void>;
  readonly extra: unknown;
  getCacheEntry(): { readonly data?: Data };
  updateCachedData(recipe: () => Data): unknown;
}

/** How a topic keeps the data of a cache entry fresh. */
export interface TopicBinding<Data> {
  topic(data: Data): string;
  /** The data with what the topic knows at `now`; `view` holds something already. */
  merge(data: Data, view: TopicView, now: number): Data;
}

const loadedData = async <Data>({ cacheDataLoaded }: CacheEntry<Data>): Promise<Data | undefined> => {
  try {
    return (await cacheDataLoaded).data;
  } catch {
    // RTK Query rejects where the entry goes before it ever held data: nothing to keep fresh.
    return undefined;
  }
};

/** Keeps a cache entry fresh from a live topic, from its first data to its removal: for `onCacheEntryAdded`. */
export const bindTopic = async <Data>(entry: CacheEntry<Data>, { topic, merge }: TopicBinding<Data>): Promise<void> => {
  const first = await loadedData(entry);
  if (first === undefined) return;
  const { live, clock } = storeExtraOf(entry.extra);
  let view: TopicView | null = null;

  const update = (): void => {
    const { data } = entry.getCacheEntry();
    if (data === undefined || view === null) return;
    const next = merge(data, view, clock.now());
    entry.updateCachedData(() => next);
  };
  const stop = live.subscribe(topic(first), (next) => {
    view = next;
    update();
  });

  await entry.cacheEntryRemoved;
  stop();
};
