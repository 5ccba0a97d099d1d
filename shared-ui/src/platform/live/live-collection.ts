import type { Schema } from '@mahlzeit/contract';
import type { output } from 'zod/mini';
import { apiErrorOf } from '../gateway/gateway-failure';
import type { ApiError } from '../gateway/gateway-failure';
import { storeExtraOf } from '../store/store-extra';
import type { StoreExtra } from '../store/store-extra';
import { bindTopic } from './bind-topic';
import type { CacheEntry } from './bind-topic';
import type { TopicView } from './live-client';
import { liveItems } from './live-items';

/** An endpoint whose data are one collection of a topic. */
export interface LiveCollection<Arg, S extends Schema> {
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
