import type { Schema } from '@mahlzeit/contract';
import type { output } from '@mahlzeit/contract/zod';
import { apiErrorOf } from '../api/api-error';
import type { ApiError } from '../api/api-error';
import { createListeners } from '../events/listeners';
import { extraOfStore } from '../store/store';
import type { AppStore, StoreExtra } from '../store/store';
import { unheardTopic } from '../live/live-client';
import type { TopicView } from '../live/live-client';
import { createItemReader } from './live-items';
import type { Collections, LiveValue } from '../live/live-topic';
import type { LiveSide } from './older-join';

/**
 * `loading`: no data yet; `live`: equal to the gateway; `stale`: maybe outdated, while the connection is lost or pages
 * are read again; `gone`: unknown, or forbidden for this user; `failed`: no data so far, and the client retries by
 * itself.
 */
export type CollectionStatus = 'loading' | 'live' | 'stale' | 'gone' | 'failed';

/** State of the older items over HTTP. */
export interface OlderState {
  readonly status: 'idle' | 'loading' | 'failed';
  /** Null unless `failed`. */
  readonly error: ApiError | null;
}

/** View of a collection for its readers. A new object only for changes. */
export interface CollectionView<Item> {
  readonly status: CollectionStatus;
  /** All held items, in the collection's order; unchanged items stay the same objects. */
  readonly items: readonly Item[];
  /** Null unless `failed` or `gone`. */
  readonly error: ApiError | null;
  /** Whether items older than `items` may exist. */
  readonly hasOlder: boolean;
  readonly older: OlderState;
  /** Loads older items, or retries after a failure. Does nothing during a load, or without older items. */
  readonly loadOlder: () => void;
  /** Waits for the topic once more after `failed`. */
  readonly retry: () => void;
}

/** Past of one collection, as `olderItems` holds it. */
export interface OlderItems<Item> {
  items(): readonly Item[];
  state(): OlderState;
  /** Whether the visible pages are being read again. */
  isRenewing(): boolean;
  hasOlder(): boolean;
  load(): void;
  /** Applies a change of the topic. */
  takeSide(side: LiveSide<Item>): void;
  /** Continues after a reconnect, or when a reader returns. */
  resume(): void;
  /** Pauses while nobody reads. */
  pause(): void;
  /** Drops all items. */
  drop(): void;
}

/** Creates the past of one collection. */
export type OlderSource<Item> = (
  deps: Pick<StoreExtra, 'apiClient' | 'clock' | 'timers'> & { readonly arg: string; onChange(): void },
) => OlderItems<Item>;

interface CollectionDefinition<S extends Schema> {
  /** Topic, or a function that names the topic by an argument. */
  readonly topic: string | ((arg: string) => string);
  /** Name of the collection in the topic. */
  readonly collection: string;
  readonly schema: S;
  /** Order of the items; without it, the order of arrival. */
  compare?(a: output<S>, b: output<S>): number;
  /**
   * For topics that hold only a window: the older items, by `olderItems` of `platform/collections`. They have their own
   * order.
   */
  readonly older?: OlderSource<output<S>>;
}

/** Holder of one collection in one page, shared by all readers. Fits `useSyncExternalStore`. */
export interface CollectionHolder<Item> {
  get(): CollectionView<Item>;
  /** Follows the topic until the last listener is removed. Returns an unsubscribe function. */
  subscribe(listener: () => void): () => void;
  /** Shows an item of a response until the topic reports the item. */
  apply(key: string, item: Item): void;
}

/** Defined collection. */
export interface Collection<Item> {
  /** Returns the holder that all readers of this store share. `arg` selects one of many, such as a chat's key. */
  of(store: Pick<AppStore, 'dispatch'>, arg?: string): CollectionHolder<Item>;
}

const PATIENCE_MS = 10_000;

/** Keeps the pages for a reader who returns soon. */
const RETAINED_MS = 60_000;

const noItems: readonly never[] = [];
const noDeletions: ReadonlyMap<string, string> = new Map();
const atRest: OlderState = { status: 'idle', error: null };
const errors: Partial<Record<CollectionStatus, ApiError>> = {
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

interface Applied<Item> {
  readonly item: Item;
  /** Value of the topic at that time. */
  readonly baseItems: LiveValue | undefined;
  readonly deletion: string | undefined;
}

/** Creates the items of responses that were applied before the topic reports them. */
const createAppliedItems = <Item>(collection: string) => {
  const applied = new Map<string, Applied<Item>>();
  const valueIn = ({ collections }: TopicView, key: string): LiveValue | undefined =>
    collections.get(collection)?.get(key);
  const deletionIn = ({ deletions }: TopicView, key: string): string | undefined => deletions.get(collection)?.get(key);
  return {
    clear: () => applied.clear(),
    add: (key: string, item: Item, view: TopicView) =>
      void applied.set(key, { item, baseItems: valueIn(view, key), deletion: deletionIn(view, key) }),
    /**
     * Returns the items together with the responses that the topic hasn't overtaken. The topic also emits when the
     * connection drops: that overtakes nothing.
     */
    mergeOver(items: ReadonlyMap<string, Item>, view: TopicView): ReadonlyMap<string, Item> {
      if (applied.size === 0) return items;
      for (const [key, { baseItems, deletion }] of [...applied])
        if (valueIn(view, key) !== baseItems || deletionIn(view, key) !== deletion) applied.delete(key);
      return new Map([...items, ...[...applied].map(([key, { item }]) => [key, item] as const)]);
    },
  };
};

interface HolderDeps<S extends Schema> extends CollectionDefinition<S> {
  readonly topic: string;
  readonly arg: string;
  readonly extra: StoreExtra;
  readonly readItems: (collections: Collections) => ReadonlyMap<string, output<S>>;
  /** Called for the first reader. */
  onRead(): void;
  /** Called when nobody reads and nothing needs to be kept for a reader who returns soon. */
  onUnread(): void;
}

const createHolder = <S extends Schema>({
  topic,
  collection,
  compare,
  older: source,
  arg,
  extra,
  readItems,
  onRead,
  onUnread,
}: HolderDeps<S>): CollectionHolder<output<S>> => {
  type Item = output<S>;
  const { live, timers } = extra;
  const listeners = createListeners({ onFirst: () => watchTopic(), onLast: () => unfollowTopic() });
  const applied = createAppliedItems<Item>(collection);
  const olderItems = source?.({ ...extra, arg, onChange: () => emit() });
  let topicView = unheardTopic;
  /** Snapshot that all held items belong to. */
  let snapshot: { readonly collections: Collections; readonly items: ReadonlyMap<string, Item> } = {
    collections: unheardTopic.snapshot,
    items: new Map(),
  };
  let view: CollectionView<Item> | null = null;
  let isPatient = true;
  let stopWaiting = (): void => undefined;
  let stop = (): void => undefined;

  const statusNow = (): CollectionStatus => {
    const { status } = topicView;
    if (status === 'connecting') return isPatient ? 'loading' : 'failed';
    return status === 'live' && olderItems?.isRenewing() === true ? 'stale' : status;
  };
  const itemsNow = (): readonly Item[] => {
    if (topicView.status === 'connecting') return noItems;
    if (olderItems !== undefined) return olderItems.items();
    const items = [...applied.mergeOver(readItems(topicView.collections), topicView).values()];
    return compare === undefined ? items : items.sort(compare);
  };
  const viewNow = (): CollectionView<Item> => {
    const [status, items] = [statusNow(), itemsNow()];
    const currentItems = view !== null && isSameList(view.items, items) ? view.items : items;
    return {
      status,
      items: currentItems,
      error: errors[status] ?? null,
      hasOlder: olderItems?.hasOlder() ?? false,
      older: olderItems?.state() ?? atRest,
      loadOlder,
      retry,
    };
  };
  const emit = (): void => {
    const next = viewNow();
    if (view !== null && isSameView(view, next)) return;
    view = next;
    listeners.emit();
  };

  const loadOlder = (): void => olderItems?.load();
  const wait = (): void => {
    isPatient = true;
    stopWaiting();
    stopWaiting = timers.after(PATIENCE_MS, () => {
      isPatient = false;
      emit();
    });
  };
  const retry = (): void => {
    if (view?.status !== 'failed') return;
    wait();
    emit();
  };

  const takeSnapshot = (collections: Collections): void => {
    snapshot = { collections, items: readItems(collections) };
    applied.clear();
  };
  const updateOlder = (): void => {
    if (olderItems === undefined || (topicView.status !== 'live' && topicView.status !== 'stale')) return;
    const items = applied.mergeOver(readItems(topicView.collections), topicView);
    olderItems.takeSide({
      snapshot: snapshot.items,
      items,
      deletedKeys: topicView.deletions.get(collection) ?? noDeletions,
    });
  };
  const onTopic = (next: TopicView): void => {
    const isBack = next.status === 'live' && topicView.status !== 'live';
    const isEmptied = next.status === 'connecting' && topicView.status !== 'connecting';
    topicView = next;
    // A06: no data of another user may stay, nor data that this reader may no longer see.
    if (next.status === 'connecting' || next.status === 'gone') olderItems?.drop();
    if (next.snapshot !== snapshot.collections || next.status === 'connecting') takeSnapshot(next.snapshot);
    if (isEmptied) wait();
    else if (next.status !== 'connecting') stopWaiting();
    updateOlder();
    if (isBack) olderItems?.resume();
    emit();
  };
  const watchTopic = (): void => {
    onRead();
    wait();
    const snapshotCollections = snapshot.collections;
    let isFirst = true;
    stop = live.subscribe(topic, (next) => {
      // Pages that nobody read for a while fit the same snapshot or none: another snapshot may belong to another user.
      if (isFirst && next.snapshot !== snapshotCollections) olderItems?.drop();
      isFirst = false;
      onTopic(next);
    });
  };
  const unfollowTopic = (): void => {
    stop();
    olderItems?.pause();
    // Without readers nobody notices a change of the user.
    [topicView, view] = [unheardTopic, null];
    stopWaiting();
    if (olderItems === undefined) onUnread();
    else stopWaiting = timers.after(RETAINED_MS, onUnread);
  };

  return {
    get: () => (view ??= viewNow()),
    subscribe: listeners.add,
    apply(key, item) {
      applied.add(key, item, topicView);
      updateOlder();
      emit();
    },
  };
};

/**
 * Defines a collection, the one way to hold the data of a topic: `const contacts = defineCollection({ topic: meTopic,
 * collection: 'contacts', schema: Contact })`. Components read by `useCollection(contacts)`, other code by
 * `contacts.of(store)`.
 */
export const defineCollection = <S extends Schema>(definition: CollectionDefinition<S>): Collection<output<S>> => {
  const stores = new WeakMap<StoreExtra, Map<string, CollectionHolder<output<S>>>>();
  const readItems = createItemReader(definition.collection, definition.schema);
  const topicOf = (arg: string): string =>
    typeof definition.topic === 'string' ? definition.topic : definition.topic(arg);

  return {
    of(store, arg = '') {
      const extra = extraOfStore(store);
      const holders = stores.get(extra) ?? new Map<string, CollectionHolder<output<S>>>();
      stores.set(extra, holders);
      const existingHolder = holders.get(arg);
      if (existingHolder !== undefined) return existingHolder;
      const holder = createHolder({
        ...definition,
        topic: topicOf(arg),
        arg,
        extra,
        readItems,
        onRead: () => void (holders.has(arg) || holders.set(arg, holder)),
        // A newer holder may have replaced this one.
        onUnread: () => void (holders.get(arg) === holder && holders.delete(arg)),
      });
      holders.set(arg, holder);
      return holder;
    },
  };
};
