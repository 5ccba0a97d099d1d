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

/** Returns a live collection while the component is mounted; `arg` selects one of many, and null follows none. */
export const useCollection = <Item>(collection: Collection<Item>, arg: string | null = ''): CollectionView<Item> => {
  const { store } = useShell();
  const holder: Pick<CollectionHolder<Item>, 'get' | 'subscribe'> = arg === null
    ? emptyCollection
    : collection.of(store, arg);
  return useSyncExternalStore(holder.subscribe, holder.get, holder.get);
};
