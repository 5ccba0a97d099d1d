import type { Schema } from '@mahlzeit/contract';
import type { output } from '@mahlzeit/contract/zod';
import { apiErrorOf } from '../api/api-error';
import type { ApiError } from '../api/api-error';
import { createListeners } from '../events/listeners';
import { extraOfStore } from '../store/store';
import type { AppStore, StoreExtra } from '../store/store';
import { initialTopicView } from '../live/live-client';
import type { TopicView } from '../live/live-client';
import { createItemReader } from './live-items';
import type { Collections, LiveValue } from '../live/live-topic';
import type { LiveSide } from './older-join';

/**
 * Status of a collection. `loading`: no data yet; `live`: same data as in the gateway; `stale`: possibly outdated,
 * because the connection is lost or pages are being loaded again; `gone`: the topic doesn't exist, or this user may not
 * read it; `failed`: no data has arrived within ten seconds, and the client continues to retry.
 */
export type CollectionStatus = 'loading' | 'live' | 'stale' | 'gone' | 'failed';

/** Loading state of the older items, which are requested over HTTP. */
export interface OlderState {
  readonly status: 'idle' | 'loading' | 'failed';
  /** Error of the last request; null unless `status` is `failed`. */
  readonly error: ApiError | null;
}

/** State of a collection, as components read it. It is replaced by a new object only when something changes. */
export interface CollectionView<Item> {
  readonly status: CollectionStatus;
  /** All loaded items in the order of the collection. Unchanged items stay the same objects. */
  readonly items: readonly Item[];
  /** Error for the status `failed` or `gone`; null for every other status. */
  readonly error: ApiError | null;
  /** Whether there may be items older than those in `items`. */
  readonly hasOlder: boolean;
  readonly older: OlderState;
  /**
   * Loads the next older items, or repeats a failed request. Does nothing while a request is running, or when there are
   * no older items.
   */
  readonly loadOlder: () => void;
  /** After the status `failed`: shows the loading state again and waits for the topic once more. */
  readonly retry: () => void;
}

/** Older items of one collection and their loading state. `olderItems` creates it. */
export interface OlderItems<Item> {
  items(): readonly Item[];
  state(): OlderState;
  /** Whether the pages that are already visible are being loaded again. */
  isRenewing(): boolean;
  hasOlder(): boolean;
  load(): void;
  /** Receives the collection of the topic after each change. */
  updateLiveSide(side: LiveSide<Item>): void;
  /** Continues after a reconnect, or when a component subscribes again. */
  resume(): void;
  /** Pauses while no component is subscribed. */
  pause(): void;
  /** Deletes all items. */
  drop(): void;
}

/** Function that creates the older items of one collection. */
export type OlderSource<Item> = (
  deps: Pick<StoreExtra, 'apiClient' | 'clock' | 'timers'> & { readonly arg: string; onChange(): void },
) => OlderItems<Item>;

interface CollectionDefinition<S extends Schema> {
  /** Name of the topic, or a function that returns the name for an argument such as a chat's key. */
  readonly topic: string | ((arg: string) => string);
  /** Name of the collection inside of the topic. */
  readonly collection: string;
  readonly schema: S;
  /** Compares two items to sort them. Without it, the items stay in the order of the topic. */
  compare?(a: output<S>, b: output<S>): number;
  /**
   * Source of older items, for a topic that holds only the newest items. `olderItems` of `platform/collections` creates
   * it; it also defines the order of the items.
   */
  readonly older?: OlderSource<output<S>>;
}

/** Holder of one collection. All components of a page share it. Its functions fit `useSyncExternalStore`. */
export interface CollectionHolder<Item> {
  get(): CollectionView<Item>;
  /** Follows the topic until the last listener unsubscribes. Returns an unsubscribe function. */
  subscribe(listener: () => void): () => void;
  /** Shows an item from a response at once, until the topic reports a change of this item. */
  apply(key: string, item: Item): void;
}

/** Definition of a collection, from which components get its data. */
export interface Collection<Item> {
  /**
   * Returns the holder of this collection, one for each store. `arg` selects one of several topics, for example by a
   * chat's key.
   */
  of(store: Pick<AppStore, 'dispatch'>, arg?: string): CollectionHolder<Item>;
}

const LOADING_TIMEOUT_MS = 10_000;

/**
 * Time in ms for which loaded pages are kept after the last component has unsubscribed, because it may subscribe again
 * soon.
 */
const RETENTION_MS = 60_000;

const noItems: readonly never[] = [];
const noDeletions: ReadonlyMap<string, string> = new Map();
const idleState: OlderState = { status: 'idle', error: null };
const errorByStatus: Partial<Record<CollectionStatus, ApiError>> = {
  failed: apiErrorOf('offline'),
  gone: apiErrorOf('notFound', 404),
};

const isSameList = <Item>(one: readonly Item[], other: readonly Item[]): boolean =>
  one.length === other.length && one.every((item, index) => item === other[index]);

const isSameView = <Item>(one: CollectionView<Item>, other: CollectionView<Item>): boolean =>
  one.status === other.status &&
  one.items === other.items &&
  one.error === other.error &&
  one.hasOlder === other.hasOlder &&
  one.older.status === other.older.status &&
  one.older.error === other.older.error;

interface AppliedItem<Item> {
  readonly item: Item;
  /** Value in the topic when the response was applied. */
  readonly baseValue: LiveValue | undefined;
  readonly deletion: string | undefined;
}

/** Creates the memory of items that came with a response and were applied before the topic reported them. */
const createAppliedItems = <Item>(collection: string) => {
  const appliedByKey = new Map<string, AppliedItem<Item>>();
  const topicValueOf = ({ collections }: TopicView, key: string): LiveValue | undefined =>
    collections.get(collection)?.get(key);
  const deletionOf = ({ deletions }: TopicView, key: string): string | undefined => deletions.get(collection)?.get(key);
  return {
    clear: () => appliedByKey.clear(),
    add: (key: string, item: Item, view: TopicView) =>
      void appliedByKey.set(key, { item, baseValue: topicValueOf(view, key), deletion: deletionOf(view, key) }),
    /**
     * Returns the topic's items, replaced by applied items whose value in the topic hasn't changed since. The topic
     * also emits when the connection is lost; applied items are kept then.
     */
    mergeOver(items: ReadonlyMap<string, Item>, view: TopicView): ReadonlyMap<string, Item> {
      if (appliedByKey.size === 0) return items;
      for (const [key, { baseValue, deletion }] of [...appliedByKey])
        if (topicValueOf(view, key) !== baseValue || deletionOf(view, key) !== deletion) appliedByKey.delete(key);
      return new Map([...items, ...[...appliedByKey].map(([key, { item }]) => [key, item] as const)]);
    },
  };
};

interface HolderDeps<S extends Schema> extends CollectionDefinition<S> {
  readonly topic: string;
  readonly arg: string;
  readonly extra: StoreExtra;
  readonly readItems: (collections: Collections) => ReadonlyMap<string, output<S>>;
  /** Called when the first component subscribes. */
  onFirstSubscriber(): void;
  /** Called when no component is subscribed any more and nothing must be kept. */
  onLastSubscriberGone(): void;
}

const createHolder = <S extends Schema>({
  topic,
  collection,
  compare,
  older: olderSource,
  arg,
  extra,
  readItems,
  onFirstSubscriber,
  onLastSubscriberGone,
}: HolderDeps<S>): CollectionHolder<output<S>> => {
  type Item = output<S>;
  const { live, timers } = extra;
  const listeners = createListeners({ onFirst: () => watchTopic(), onLast: () => unfollowTopic() });
  const appliedItems = createAppliedItems<Item>(collection);
  const olderItems = olderSource?.({ ...extra, arg, onChange: () => emit() });
  let topicView = initialTopicView;
  /** Snapshot of the topic to which all loaded items belong. */
  let snapshot: { readonly collections: Collections; readonly items: ReadonlyMap<string, Item> } = {
    collections: initialTopicView.snapshot,
    items: new Map(),
  };
  let view: CollectionView<Item> | null = null;
  let isWithinTimeout = true;
  let stopTimer = (): void => undefined;
  let unsubscribe = (): void => undefined;

  const computeStatus = (): CollectionStatus => {
    const { status } = topicView;
    if (status === 'connecting') return isWithinTimeout ? 'loading' : 'failed';
    return status === 'live' && olderItems?.isRenewing() === true ? 'stale' : status;
  };
  const computeItems = (): readonly Item[] => {
    if (topicView.status === 'connecting') return noItems;
    if (olderItems !== undefined) return olderItems.items();
    const items = [...appliedItems.mergeOver(readItems(topicView.collections), topicView).values()];
    return compare === undefined ? items : items.sort(compare);
  };
  const computeView = (): CollectionView<Item> => {
    const [status, items] = [computeStatus(), computeItems()];
    const currentItems = view !== null && isSameList(view.items, items) ? view.items : items;
    return {
      status,
      items: currentItems,
      error: errorByStatus[status] ?? null,
      hasOlder: olderItems?.hasOlder() ?? false,
      older: olderItems?.state() ?? idleState,
      loadOlder,
      retry,
    };
  };
  const emit = (): void => {
    const nextView = computeView();
    if (view !== null && isSameView(view, nextView)) return;
    view = nextView;
    listeners.emit();
  };

  const loadOlder = (): void => olderItems?.load();
  const startTimeout = (): void => {
    isWithinTimeout = true;
    stopTimer();
    stopTimer = timers.after(LOADING_TIMEOUT_MS, () => {
      isWithinTimeout = false;
      emit();
    });
  };
  const retry = (): void => {
    if (view?.status !== 'failed') return;
    startTimeout();
    emit();
  };

  const setSnapshot = (collections: Collections): void => {
    snapshot = { collections, items: readItems(collections) };
    appliedItems.clear();
  };
  const updateOlderItems = (): void => {
    if (olderItems === undefined || (topicView.status !== 'live' && topicView.status !== 'stale')) return;
    const items = appliedItems.mergeOver(readItems(topicView.collections), topicView);
    olderItems.updateLiveSide({
      snapshot: snapshot.items,
      items,
      deletedKeys: topicView.deletions.get(collection) ?? noDeletions,
    });
  };
  const onTopicChange = (nextTopicView: TopicView): void => {
    const isLiveAgain = nextTopicView.status === 'live' && topicView.status !== 'live';
    const isReset = nextTopicView.status === 'connecting' && topicView.status !== 'connecting';
    topicView = nextTopicView;
    // A06: data of another user must not stay, and neither must data that this user may no longer see.
    if (nextTopicView.status === 'connecting' || nextTopicView.status === 'gone') olderItems?.drop();
    if (nextTopicView.snapshot !== snapshot.collections || nextTopicView.status === 'connecting')
      setSnapshot(nextTopicView.snapshot);
    if (isReset) startTimeout();
    else if (nextTopicView.status !== 'connecting') stopTimer();
    updateOlderItems();
    if (isLiveAgain) olderItems?.resume();
    emit();
  };
  const watchTopic = (): void => {
    onFirstSubscriber();
    startTimeout();
    const snapshotCollections = snapshot.collections;
    let isFirstUpdate = true;
    unsubscribe = live.subscribe(topic, (nextTopicView) => {
      // Older items that were kept without a subscriber are valid only for the same snapshot. Another snapshot may
      // belong to another user.
      if (isFirstUpdate && nextTopicView.snapshot !== snapshotCollections) olderItems?.drop();
      isFirstUpdate = false;
      onTopicChange(nextTopicView);
    });
  };
  const unfollowTopic = (): void => {
    unsubscribe();
    olderItems?.pause();
    // Without subscribers, a change of the user isn't noticed. The data is therefore deleted.
    [topicView, view] = [initialTopicView, null];
    stopTimer();
    if (olderItems === undefined) onLastSubscriberGone();
    else stopTimer = timers.after(RETENTION_MS, onLastSubscriberGone);
  };

  return {
    get: () => (view ??= computeView()),
    subscribe: listeners.add,
    apply(key, item) {
      appliedItems.add(key, item, topicView);
      updateOlderItems();
      emit();
    },
  };
};

/**
 * Defines a collection. Data of a topic is always read by a collection: `const contacts = defineCollection({ topic:
 * meTopic, collection: 'contacts', schema: Contact })`. Components call `useCollection(contacts)`, other code calls
 * `contacts.of(store)`.
 */
export const defineCollection = <S extends Schema>(definition: CollectionDefinition<S>): Collection<output<S>> => {
  const holdersByStore = new WeakMap<StoreExtra, Map<string, CollectionHolder<output<S>>>>();
  const readItems = createItemReader(definition.collection, definition.schema);
  const topicOf = (arg: string): string =>
    typeof definition.topic === 'string' ? definition.topic : definition.topic(arg);

  return {
    of(store, arg = '') {
      const extra = extraOfStore(store);
      const holders = holdersByStore.get(extra) ?? new Map<string, CollectionHolder<output<S>>>();
      holdersByStore.set(extra, holders);
      const existingHolder = holders.get(arg);
      if (existingHolder !== undefined) return existingHolder;
      const holder = createHolder({
        ...definition,
        topic: topicOf(arg),
        arg,
        extra,
        readItems,
        onFirstSubscriber: () => void (holders.has(arg) || holders.set(arg, holder)),
        // A newer holder may have taken the place of this one; it must not be deleted.
        onLastSubscriberGone: () => void (holders.get(arg) === holder && holders.delete(arg)),
      });
      holders.set(arg, holder);
      return holder;
    },
  };
};
