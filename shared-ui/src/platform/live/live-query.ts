import type { Schema } from '@mahlzeit/contract';
import { safeParse } from 'zod/mini';
import type { output } from 'zod/mini';
import { apiErrorOf } from '../api-error';
import type { ApiError } from '../api-error';
import { reportError } from '../event-log';
import { storeExtraOf } from '../store';
import type { StoreExtra } from '../store';
import type { TopicView } from './live-client';
import type { LiveValue } from './live-topic';

/** Reads one collection of a topic: `const mealsOf = liveItems('meals', Offer)`. Items that break the contract are reported and left out. */
export const liveItems = <S extends Schema>(collection: string, schema: S): ((view: TopicView) => output<S>[]) => {
  // A delta changes one item of many: what was parsed once need not be parsed again.
  const parsed = new WeakMap<LiveValue, { readonly item: output<S> } | 'invalid'>();

  const parse = (value: LiveValue): { readonly item: output<S> } | 'invalid' => {
    const result = safeParse<S>(schema, value);
    if (result.success) return { item: result.data };
    reportError('invalid_live_item', { collection });
    return 'invalid';
  };
  const read = (value: LiveValue): output<S>[] => {
    const known = parsed.get(value) ?? parse(value);
    parsed.set(value, known);
    return known === 'invalid' ? [] : [known.item];
  };

  return ({ collections }) => [...(collections.get(collection)?.values() ?? [])].flatMap(read);
};

/** What of RTK Query's cache entry life cycle a binding needs. */
interface CacheEntry<Data> {
  readonly cacheDataLoaded: Promise<{ readonly data: Data }>;
  readonly cacheEntryRemoved: Promise<void>;
  readonly extra: unknown;
  getCacheEntry(): { readonly data?: Data };
  updateCachedData(recipe: () => Data): unknown;
}

/** How a topic keeps the data of a cache entry fresh. */
interface TopicBinding<Data> {
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

/** An endpoint whose data are one collection of a topic. */
interface LiveCollection<Arg, S extends Schema> {
  topic(arg: Arg): string;
  readonly collection: string;
  readonly schema: S;
  /** Order of the items; without it they stand as they came. */
  compare?(a: output<S>, b: output<S>): number;
}

type Answer<Item> = { readonly data: Item[] } | { readonly error: ApiError };

const PATIENCE_MS = 10_000;

const onAbort = (signal: AbortSignal, listener: () => void): (() => void) => {
  signal.addEventListener('abort', listener);
  return () => signal.removeEventListener('abort', listener);
};

/** Resolves with the first view that holds something, or with the reason why there is none. */
const firstTopicView = async ({ live, timers }: StoreExtra, topic: string, signal: AbortSignal): Promise<TopicView | ApiError> => {
  const stops: (() => void)[] = [];
  const outcome = await new Promise<TopicView | ApiError>((resolve) => {
    stops.push(
      timers.after(PATIENCE_MS, () => resolve(apiErrorOf('offline'))),
      onAbort(signal, () => resolve(apiErrorOf('aborted'))),
      live.subscribe(topic, (view) => {
        if (view.status === 'gone') resolve(apiErrorOf('notFound', 404));
        else if (view.status !== 'connecting') resolve(view);
      }),
    );
  });
  for (const stop of stops) stop();
  return outcome;
};

/** The parts of an endpoint that shows a live collection: loading until the first view, then always as the topic has it. */
export const liveCollection = <Arg, S extends Schema>({ topic, collection, schema, compare }: LiveCollection<Arg, S>) => {
  const read = liveItems(collection, schema);
  const itemsOf = (view: TopicView): output<S>[] => (compare === undefined ? read(view) : read(view).sort(compare));

  return {
    async queryFn(arg: Arg, { extra, signal }: { readonly extra: unknown; readonly signal: AbortSignal }): Promise<Answer<output<S>>> {
      const outcome = await firstTopicView(storeExtraOf(extra), topic(arg), signal);
      return 'code' in outcome ? { error: outcome } : { data: itemsOf(outcome) };
    },
    async onCacheEntryAdded(arg: Arg, entry: CacheEntry<output<S>[]>): Promise<void> {
      // Held from the start: else the topic would be left and joined again between the first view and the binding.
      const release = storeExtraOf(entry.extra).live.subscribe(topic(arg), () => undefined);
      await bindTopic(entry, {
        topic: () => topic(arg),
        merge: (items, view) => (view.status === 'connecting' || view.status === 'gone' ? items : itemsOf(view)),
      });
      release();
    },
  };
};
