import type { Schema } from '@mahlzeit/contract';
import type { output } from '@mahlzeit/contract/zod';
import { apiErrorOf } from '../api/api-error';
import type { ApiError } from '../api/api-error';
import { createListeners } from '../events/listeners';
import { extraOfStore } from '../store/store';
import type { AppStore, StoreExtra } from '../store/store';
import { initialTopicView } from '../live/topic-view';
import type { TopicView } from '../live/topic-view';
import { createItemReader } from './live-items';
import type { Collections, LiveValue } from '../live/topic-view';
import type { LiveSide } from './older-join';

/**
 * Status of a collection. `loading`: no data yet; `live`: same data as in the gateway; `stale`: possibly outdated,
 * because the connection is lost or pages are being loaded again; `gone`: the live topic of the collection doesn't
 * exist, or this user may not read it; `failed`: no data has arrived within ten seconds, and the client continues to
 * retry.
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
  /** After the status `failed`: shows the loading state again, and waits once more for the collection's live topic. */
  readonly retry: () => void;
}

/** Older items of one collection, and their loading state. `olderItems` creates this object. */
export interface OlderItems<Item> {
  items(): readonly Item[];
  state(): OlderState;
  /** Whether the pages of older items that are already visible are being loaded again. */
  isRenewing(): boolean;
  hasOlder(): boolean;
  load(): void;
  /** Receives the rows that the live topic has delivered, after each change of these rows. */
  takeLiveSide(liveSide: LiveSide<Item>): void;
  /** Continues to load items after a reconnect, or when a component subscribes again. */
  resume(): void;
  /** Stops loading items while no component is subscribed. */
  pause(): void;
  /** Deletes all items, for example when they may belong to a former user. */
  drop(): void;
}

/**
 * Function that creates the older items of one collection. `onChange` is called after each change of these items or of
 * their loading state.
 */
export type OlderSource<Item> = (
  sourceDeps: Pick<StoreExtra, 'apiClient' | 'clock' | 'timers'> & { readonly arg: string; onChange(): void },
) => OlderItems<Item>;

interface CollectionDefinition<S extends Schema> {
  /**
   * Name of the live topic that delivers the items, or a function that returns the name for an argument such as a
   * chat's key.
   */
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

/** Version of an item in its live topic. It tells whether the topic has changed the item since an earlier moment. */
export interface ItemVersion {
  /** Value that the live topic had for this item; undefined if the topic didn't contain the item. */
  readonly baseValue: LiveValue | undefined;
  /** Cursor of the item's deletion; undefined if the topic hasn't deleted it. */
  readonly deletion: string | undefined;
}

/**
 * Store of the state of one collection, which all components of a page share. Its functions fit React's
 * `useSyncExternalStore`.
 */
export interface CollectionHolder<Item> {
  get(): CollectionView<Item>;
  /**
   * Subscribes to the collection's live topic until the last listener unsubscribes. Returns an unsubscribe function.
   */
  subscribe(listener: () => void): () => void;
  /**
   * Shows an item from a response at once, until the live topic reports a change of this item. Returns a function that
   * removes the shown item again, for example because a request was refused: the former state is then visible again,
   * unless a newer item has replaced this one. With `versionAtRequest` the item is ignored if the topic has changed the
   * item since the request was sent, because then the topic's state is newer.
   */
  apply(key: string, item: Item, versionAtRequest?: ItemVersion): () => void;
  /** Returns the version of an item that the topic has delivered last. Must be called before a request, for `apply`. */
  versionOf(key: string): ItemVersion;
}

/** Definition of a collection, from which components get its data. */
export interface Collection<Item> {
  /**
   * Returns the object that holds this collection's state, one for each Redux store. `arg` selects one of several
   * topics, for example by a chat's key.
   */
  of(store: Pick<AppStore, 'dispatch'>, arg?: string): CollectionHolder<Item>;
}

const LOADING_TIMEOUT_MS = 10_000;

/**
 * Time in ms for which loaded pages are kept after the last component has unsubscribed, because it may subscribe again
 * soon.
 */
const RETENTION_MS = 60_000;

const NO_ITEMS: readonly never[] = [];
const NO_DELETIONS: ReadonlyMap<string, string> = new Map();
const IDLE_OLDER_STATE: OlderState = { status: 'idle', error: null };
const ERROR_BY_STATUS: Partial<Record<CollectionStatus, ApiError>> = {
  failed: apiErrorOf('offline'),
  gone: apiErrorOf('notFound', 404),
};

const areListsEqual = <Item>(list: readonly Item[], otherList: readonly Item[]): boolean =>
  list.length === otherList.length && list.every((item, index) => item === otherList[index]);

const areViewsEqual = <Item>(view: CollectionView<Item>, otherView: CollectionView<Item>): boolean =>
  view.status === otherView.status &&
  view.items === otherView.items &&
  view.error === otherView.error &&
  view.hasOlder === otherView.hasOlder &&
  view.older.status === otherView.older.status &&
  view.older.error === otherView.older.error;

interface LocallyAppliedItem<Item> {
  readonly item: Item;
  /** Version that the live topic had of this item at the moment when a response of the gateway replaced the item. */
  readonly version: ItemVersion;
}

const areVersionsEqual = (version: ItemVersion, otherVersion: ItemVersion): boolean =>
  version.baseValue === otherVersion.baseValue && version.deletion === otherVersion.deletion;

/** Creates the memory of items that came with a response and are shown before the live topic reports them. */
const createAppliedItems = <Item>(collection: string) => {
  type AppliedItem = LocallyAppliedItem<Item>;
  const appliedItemByKey = new Map<string, AppliedItem>();
  // Items that were removed again, each with the item that was shown before it.
  const predecessorOfTakenBack = new WeakMap<AppliedItem, { readonly predecessor: AppliedItem | undefined }>();
  const validItemOf = (appliedItem: AppliedItem | undefined): AppliedItem | undefined => {
    const takenBack = appliedItem && predecessorOfTakenBack.get(appliedItem);
    return takenBack === undefined ? appliedItem : validItemOf(takenBack.predecessor);
  };
  const versionOf = ({ collections, deletions }: TopicView, itemKey: string): ItemVersion => ({
    baseValue: collections.get(collection)?.get(itemKey),
    deletion: deletions.get(collection)?.get(itemKey),
  });
  return {
    clear: () => appliedItemByKey.clear(),
    versionOf,
    /** Shows an item from a response. Returns a function that removes it again. */
    add(itemKey: string, item: Item, view: TopicView): () => void {
      const appliedItem = { item, version: versionOf(view, itemKey) };
      const predecessor = appliedItemByKey.get(itemKey);
      appliedItemByKey.set(itemKey, appliedItem);
      return () => {
        predecessorOfTakenBack.set(appliedItem, { predecessor });
        if (appliedItemByKey.get(itemKey) !== appliedItem) return;
        const restoredItem = validItemOf(predecessor);
        if (restoredItem === undefined) appliedItemByKey.delete(itemKey);
        else appliedItemByKey.set(itemKey, restoredItem);
      };
    },
    /**
     * Returns the topic's items. An item that was applied from a response replaces the topic's item until its value in
     * the topic changes. The topic also emits when the connection is lost; this doesn't remove applied items.
     */
    mergeOver(items: ReadonlyMap<string, Item>, view: TopicView): ReadonlyMap<string, Item> {
      if (appliedItemByKey.size === 0) return items;
      for (const [key, { version }] of [...appliedItemByKey])
        if (!areVersionsEqual(version, versionOf(view, key))) appliedItemByKey.delete(key);
      return new Map([...items, ...[...appliedItemByKey].map(([key, { item }]) => [key, item] as const)]);
    },
  };
};

interface HolderOptions<S extends Schema> extends CollectionDefinition<S> {
  readonly topic: string;
  readonly arg: string;
  readonly extra: StoreExtra;
  readonly readItems: (collections: Collections) => ReadonlyMap<string, output<S>>;
  /** Called when the first component subscribes. */
  onSubscribed(): void;
  /** Called when no component is subscribed any more and nothing must be kept. */
  onUnsubscribed(): void;
}

const createHolder = <S extends Schema>({
  topic,
  collection,
  compare,
  older: olderSource,
  arg,
  extra: storeExtra,
  readItems,
  onSubscribed,
  onUnsubscribed,
}: HolderOptions<S>): CollectionHolder<output<S>> => {
  type Item = output<S>;
  const { live, timers } = storeExtra;
  const listeners = createListeners({ onFirst: () => watchTopic(), onLast: () => unwatchTopic() });
  const appliedItems = createAppliedItems<Item>(collection);
  const olderItems = olderSource?.({ ...storeExtra, arg, onChange: () => updateView() });
  let topicView = initialTopicView;
  /** Snapshot of the live topic to which all loaded items belong. */
  let snapshot: { readonly collections: Collections; readonly items: ReadonlyMap<string, Item> } = {
    collections: initialTopicView.snapshot,
    items: new Map(),
  };
  let collectionView: CollectionView<Item> | null = null;
  let isWithinLoadingTimeout = true;
  let stopTimeoutTimer = (): void => undefined;
  let unsubscribeFromTopic = (): void => undefined;

  const computeStatus = (): CollectionStatus => {
    const { status } = topicView;
    if (status === 'connecting') return isWithinLoadingTimeout ? 'loading' : 'failed';
    return status === 'live' && olderItems?.isRenewing() === true ? 'stale' : status;
  };
  const computeItems = (): readonly Item[] => {
    if (topicView.status === 'connecting') return NO_ITEMS;
    if (olderItems !== undefined) return olderItems.items();
    const mergedItems = [...appliedItems.mergeOver(readItems(topicView.collections), topicView).values()];
    return compare === undefined ? mergedItems : mergedItems.sort(compare);
  };
  const computeView = (): CollectionView<Item> => {
    const [status, items] = [computeStatus(), computeItems()];
    const stableItems =
      collectionView !== null && areListsEqual(collectionView.items, items) ? collectionView.items : items;
    return {
      status,
      items: stableItems,
      error: ERROR_BY_STATUS[status] ?? null,
      hasOlder: olderItems?.hasOlder() ?? false,
      older: olderItems?.state() ?? IDLE_OLDER_STATE,
      loadOlder,
      retry,
    };
  };
  const updateView = (): void => {
    const nextView = computeView();
    if (collectionView !== null && areViewsEqual(collectionView, nextView)) return;
    collectionView = nextView;
    listeners.emit();
  };

  const loadOlder = (): void => olderItems?.load();
  const startLoadingTimeout = (): void => {
    isWithinLoadingTimeout = true;
    stopTimeoutTimer();
    stopTimeoutTimer = timers.after(LOADING_TIMEOUT_MS, () => {
      isWithinLoadingTimeout = false;
      updateView();
    });
  };
  const retry = (): void => {
    if (collectionView?.status !== 'failed') return;
    startLoadingTimeout();
    updateView();
  };

  const updateSnapshot = (collections: Collections): void => {
    snapshot = { collections, items: readItems(collections) };
    appliedItems.clear();
  };
  const updateOlderItems = (): void => {
    if (olderItems === undefined || (topicView.status !== 'live' && topicView.status !== 'stale')) return;
    const mergedItems = appliedItems.mergeOver(readItems(topicView.collections), topicView);
    olderItems.takeLiveSide({
      snapshot: snapshot.items,
      items: mergedItems,
      deletedKeys: topicView.deletions.get(collection) ?? NO_DELETIONS,
    });
  };
  const onTopicChange = (nextTopicView: TopicView): void => {
    const isTopicLiveAgain = nextTopicView.status === 'live' && topicView.status !== 'live';
    const isTopicReset = nextTopicView.status === 'connecting' && topicView.status !== 'connecting';
    topicView = nextTopicView;
    // Data of another user must not stay, and neither must data that this user is no longer allowed to see (A06).
    if (nextTopicView.status === 'connecting' || nextTopicView.status === 'gone') olderItems?.drop();
    if (nextTopicView.snapshot !== snapshot.collections || nextTopicView.status === 'connecting')
      updateSnapshot(nextTopicView.snapshot);
    if (isTopicReset) startLoadingTimeout();
    else if (nextTopicView.status !== 'connecting') stopTimeoutTimer();
    updateOlderItems();
    if (isTopicLiveAgain) olderItems?.resume();
    updateView();
  };
  const watchTopic = (): void => {
    onSubscribed();
    startLoadingTimeout();
    const snapshotCollections = snapshot.collections;
    let isFirstTopicUpdate = true;
    unsubscribeFromTopic = live.subscribe(topic, (nextTopicView) => {
      // Older items that were kept without a subscriber are valid only as long as the topic's snapshot is the same.
      // Another snapshot may belong to another user.
      if (isFirstTopicUpdate && nextTopicView.snapshot !== snapshotCollections) olderItems?.drop();
      isFirstTopicUpdate = false;
      onTopicChange(nextTopicView);
    });
  };
  const unwatchTopic = (): void => {
    unsubscribeFromTopic();
    olderItems?.pause();
    // Without subscribers, a change of the user isn't noticed, so the data is deleted.
    [topicView, collectionView] = [initialTopicView, null];
    stopTimeoutTimer();
    if (olderItems === undefined) onUnsubscribed();
    else stopTimeoutTimer = timers.after(RETENTION_MS, onUnsubscribed);
  };

  return {
    get: () => (collectionView ??= computeView()),
    subscribe: listeners.add,
    versionOf: (key) => appliedItems.versionOf(topicView, key),
    apply(key, item, versionAtRequest = appliedItems.versionOf(topicView, key)) {
      if (!areVersionsEqual(versionAtRequest, appliedItems.versionOf(topicView, key))) return () => undefined;
      const removeItem = appliedItems.add(key, item, topicView);
      const showAppliedItems = (): void => {
        updateOlderItems();
        updateView();
      };
      showAppliedItems();
      return () => {
        removeItem();
        showAppliedItems();
      };
    },
  };
};

/**
 * Defines a collection. Data of a topic is always read by a collection: `const contacts = defineCollection({ topic:
 * meTopic, collection: 'contacts', schema: Contact })`. Components call `useCollection(contacts)`, other code calls
 * `contacts.of(store)`.
 */
export const defineCollection = <S extends Schema>(
  collectionDefinition: CollectionDefinition<S>,
): Collection<output<S>> => {
  const holdersByStore = new WeakMap<StoreExtra, Map<string, CollectionHolder<output<S>>>>();
  const readItems = createItemReader(collectionDefinition.collection, collectionDefinition.schema);
  const topicNameOf = (arg: string): string =>
    typeof collectionDefinition.topic === 'string' ? collectionDefinition.topic : collectionDefinition.topic(arg);

  return {
    of(store, arg = '') {
      const storeExtra = extraOfStore(store);
      const holderByArg = holdersByStore.get(storeExtra) ?? new Map<string, CollectionHolder<output<S>>>();
      holdersByStore.set(storeExtra, holderByArg);
      const existingHolder = holderByArg.get(arg);
      if (existingHolder !== undefined) return existingHolder;
      const holder = createHolder({
        ...collectionDefinition,
        topic: topicNameOf(arg),
        arg,
        extra: storeExtra,
        readItems,
        onSubscribed: () => void (holderByArg.has(arg) || holderByArg.set(arg, holder)),
        // A newer object may hold the collection's state by now. Only the object that is still registered may be
        // deleted.
        onUnsubscribed: () => void (holderByArg.get(arg) === holder && holderByArg.delete(arg)),
      });
      holderByArg.set(arg, holder);
      return holder;
    },
  };
};
