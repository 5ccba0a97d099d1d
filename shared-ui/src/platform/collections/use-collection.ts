import { useSyncExternalStore } from 'react';
import { useShell } from '../shell/use-shell';
import type { Collection, CollectionHolder, CollectionView } from './collection';

const doNothing = (): void => undefined;
const EMPTY_VIEW: CollectionView<never> = {
  status: 'loading',
  items: [],
  error: null,
  hasOlder: false,
  older: { status: 'idle', error: null },
  loadOlder: doNothing,
  retry: doNothing,
};
const EMPTY_COLLECTION = { get: () => EMPTY_VIEW, subscribe: () => doNothing };

/**
 * Returns the current data of a collection, and renders again when it changes. `topicArgument` selects one of several
 * topics, for example by a chat's key; with null it follows no topic.
 */
export const useCollection = <Item>(
  collection: Collection<Item>,
  topicArgument: string | null = '',
): CollectionView<Item> => {
  const { store } = useShell();
  const collectionHolder: Pick<CollectionHolder<Item>, 'get' | 'subscribe'> = topicArgument === null
    ? EMPTY_COLLECTION
    : collection.of(store, topicArgument);
  return useSyncExternalStore(collectionHolder.subscribe, collectionHolder.get, collectionHolder.get);
};
