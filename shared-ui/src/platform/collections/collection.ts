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
 * `loading`: nothing is there yet; `live`: as the gateway has it; `stale`: maybe behind, the connection is lost or
 * pages are read anew; `gone`: unknown, or not this reader's; `failed`: nothing could be had so far, and it comes by
 * itself once it can.
 */
export type CollectionStatus = 'loading' | 'live' | 'stale' | 'gone' | 'failed';

/** Older items over HTTP: at rest, asked for, or not to be had. */
export interface OlderState {
  readonly status: 'idle' | 'loading' | 'failed';
  /** Why they couldn't be had; null unless `failed`. */
  readonly error: ApiError | null;
}

/** A collection as its reader has it. Another object only where something in it has changed. */
export interface CollectionView<Item> {
  readonly status: CollectionStatus;
  /** All that is held, in the collection's order; items that have not changed stay the same objects. */
  readonly items: readonly Item[];
  /** Why there is nothing; null unless `failed` or `gone`. */
  readonly error: ApiError | null;
  /** Whether there may be older ones than `items` has. */
  readonly hasOlder: boolean;
  readonly older: OlderState;
  /** Asks for older ones, or again after a failure. While it is under way, or where there are none, it does nothing. */
  readonly loadOlder: () => void;
  /** Waits for the topic once more after `failed`. */
  readonly retry: () => void;
}

/** The past of one collection, as `olderItems` holds it. */
export interface OlderItems<Item> {
  items(): readonly Item[];
  state(): OlderState;
  /** Whether what is shown is being read anew. */
  isRenewing(): boolean;
  hasOlder(): boolean;
  load(): void;
  /** The topic says something new. */
  take(side: LiveSide<Item>): void;
  /** The connection is back, or a reader is. */
  resume(): void;
  /** Nobody reads it. */
  pause(): void;
  /** Nothing of it may stay. */
  drop(): void;
}

/** Makes the past of one collection. */
export type OlderSource<Item> = (
  deps: Pick<StoreExtra, 'apiClient' | 'clock' | 'timers'> & { readonly arg: string; onChange(): void },
) => OlderItems<Item>;

interface CollectionDefinition<S extends Schema> {
  /** The topic, or what names it by an argument. */
  readonly topic: string | ((arg: string) => string);
  /** Which collection of the topic. */
  readonly collection: string;
  readonly schema: S;
  /** Order of the items; without it they stand as they came. */
  compare?(a: output<S>, b: output<S>): number;
  /**
   * Where the topic holds a window alone: what is older, by `olderItems` of `platform/collections`. It brings its own
   * order.
   */
  readonly older?: OlderSource<output<S>>;
}

/** One collection of one page, shared by all its readers. Fits `useSyncExternalStore`. */
export interface CollectionHolder<Item> {
  get(): CollectionView<Item>;
  /** Follows the topic until the last listener has gone. Returns an unsubscribe function. */
  subscribe(listener: () => void): () => void;
  /** Shows an item that an answer has just brought, until the topic says something of it. */
  apply(key: string, item: Item): void;
}

/** A defined collection. */
export interface Collection<Item> {
  /** The holder that all readers of this store share. `arg` names one of many, a chat's key for instance. */
  of(store: Pick<AppStore, 'dispatch'>, arg?: string): CollectionHolder<Item>;
}

const PATIENCE_MS = 10_000;

/** Who comes back soon finds the pages that they had read. */
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
  /** What the topic had said of it by then. */
  readonly over: LiveValue | undefined;
  readonly deletion: string | undefined;
}

/** Answers that were applied before the topic says the same. */
const createAppliedItems = <Item>(collection: string) => {
  const applied = new Map<string, Applied<Item>>();
  const valueIn = ({ collections }: TopicView, key: string): LiveValue | undefined =>
    collections.get(collection)?.get(key);
  const deletionIn = ({ deleted }: TopicView, key: string): string | undefined => deleted.get(collection)?.get(key);
  return {
    clear: () => applied.clear(),
    add: (key: string, item: Item, view: TopicView) =>
      void applied.set(key, { item, over: valueIn(view, key), deletion: deletionIn(view, key) }),
    /**
     * The items with those answers that the topic hasn't overtaken. It also speaks when the connection drops: that is
     * no news.
     */
    over(items: ReadonlyMap<string, Item>, view: TopicView): ReadonlyMap<string, Item> {
      if (applied.size === 0) return items;
      for (const [key, { over, deletion }] of [...applied])
        if (valueIn(view, key) !== over || deletionIn(view, key) !== deletion) applied.delete(key);
      return new Map([...items, ...[...applied].map(([key, { item }]) => [key, item] as const)]);
    },
  };
};

interface HolderDeps<S extends Schema> extends CollectionDefinition<S> {
  readonly topic: string;
  readonly arg: string;
  readonly extra: StoreExtra;
  readonly readItems: (held: Collections) => ReadonlyMap<string, output<S>>;
  /** Its first reader has come. */
  onRead(): void;
  /** Nobody reads it, and there is nothing to keep for who comes back soon. */
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
  const listeners = createListeners({ onFirst: () => follow(), onLast: () => leave() });
  const applied = createAppliedItems<Item>(collection);
  const older = source?.({ ...extra, arg, onChange: () => emit() });
  let topicView = unheardTopic;
  /** The snapshot that all that is held belongs to. */
  let snapshot: { readonly of: Collections; readonly items: ReadonlyMap<string, Item> } = {
    of: unheardTopic.snapshot,
    items: new Map(),
  };
  let view: CollectionView<Item> | null = null;
  let isPatient = true;
  let stopWaiting = (): void => undefined;
  let stop = (): void => undefined;

  const statusNow = (): CollectionStatus => {
    const { status } = topicView;
    if (status === 'connecting') return isPatient ? 'loading' : 'failed';
    return status === 'live' && older?.isRenewing() === true ? 'stale' : status;
  };
  const itemsNow = (): readonly Item[] => {
    if (topicView.status === 'connecting') return noItems;
    if (older !== undefined) return older.items();
    const items = [...applied.over(readItems(topicView.collections), topicView).values()];
    return compare === undefined ? items : items.sort(compare);
  };
  const viewNow = (): CollectionView<Item> => {
    const [status, items] = [statusNow(), itemsNow()];
    const held = view !== null && isSameList(view.items, items) ? view.items : items;
    return {
      status,
      items: held,
      error: errors[status] ?? null,
      hasOlder: older?.hasOlder() ?? false,
      older: older?.state() ?? atRest,
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

  const loadOlder = (): void => older?.load();
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

  const takeSnapshot = (of: Collections): void => {
    snapshot = { of, items: readItems(of) };
    applied.clear();
  };
  const updateOlder = (): void => {
    if (older === undefined || (topicView.status !== 'live' && topicView.status !== 'stale')) return;
    const items = applied.over(readItems(topicView.collections), topicView);
    older.take({ snapshot: snapshot.items, items, deleted: topicView.deleted.get(collection) ?? noDeletions });
  };
  const onTopic = (next: TopicView): void => {
    const isBack = next.status === 'live' && topicView.status !== 'live';
    const isEmptied = next.status === 'connecting' && topicView.status !== 'connecting';
    topicView = next;
    // A06: nothing may stay of another user's, or of what is no longer this reader's to see.
    if (next.status === 'connecting' || next.status === 'gone') older?.drop();
    if (next.snapshot !== snapshot.of || next.status === 'connecting') takeSnapshot(next.snapshot);
    if (isEmptied) wait();
    else if (next.status !== 'connecting') stopWaiting();
    updateOlder();
    if (isBack) older?.resume();
    emit();
  };
  const follow = (): void => {
    onRead();
    wait();
    const held = snapshot.of;
    let isFirst = true;
    stop = live.subscribe(topic, (next) => {
      // Pages that nobody read for a while fit the same snapshot or none: another one may be another user's.
      if (isFirst && next.snapshot !== held) older?.drop();
      isFirst = false;
      onTopic(next);
    });
  };
  const leave = (): void => {
    stop();
    older?.pause();
    // Nobody hears now whose the topic is.
    [topicView, view] = [unheardTopic, null];
    stopWaiting();
    if (older === undefined) onUnread();
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
 * The one way to hold what a topic tells: `const contacts = defineCollection({ topic: meTopic, collection: 'contacts',
 * schema: Contact })`. Components read it by `useCollection(contacts)`, all else by `contacts.of(store)`.
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
      const held = holders.get(arg);
      if (held !== undefined) return held;
      const holder = createHolder({
        ...definition,
        topic: topicOf(arg),
        arg,
        extra,
        readItems,
        onRead: () => void (holders.has(arg) || holders.set(arg, holder)),
        // Another one may have taken its place meanwhile.
        onUnread: () => void (holders.get(arg) === holder && holders.delete(arg)),
      });
      holders.set(arg, holder);
      return holder;
    },
  };
};
