import { useSyncExternalStore } from 'react';
import { useShell } from '../shell/use-shell';
import type { Collection, CollectionHolder, CollectionView } from './collection';

const doNothing = (): void => undefined;
const emptyView: CollectionView<never> = {
  status: 'loading',
  items: [],
  error: null,
  hasOlder: false,
  older: { status: 'idle', error: null },
  loadOlder: doNothing,
  retry: doNothing,
};
const emptyCollection = { get: () => emptyView, subscribe: () => doNothing };

/**
 * Returns the current data of a collection, and renders again when it changes. `arg` selects one of several topics, for
 * example by a chat's key; with null no topic is followed.
 */
export const useCollection = <Item>(collection: Collection<Item>, arg: string | null = ''): CollectionView<Item> => {
  const { store } = useShell();
  const holder: Pick<CollectionHolder<Item>, 'get' | 'subscribe'> = arg === null
    ? emptyCollection
    : collection.of(store, arg);
  return useSyncExternalStore(holder.subscribe, holder.get, holder.get);
};
