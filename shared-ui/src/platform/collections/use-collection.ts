import { useSyncExternalStore } from 'react';
import { useShell } from '../shell/use-shell';
import type { Collection, CollectionHolder, CollectionView } from './collection';

const doNothing = (): void => undefined;
const nothing: CollectionView<never> = {
  status: 'loading',
  items: [],
  error: null,
  hasOlder: false,
  older: { status: 'idle', error: null },
  loadOlder: doNothing,
  retry: doNothing,
};
const nobody = { get: () => nothing, subscribe: () => doNothing };

/** Returns a live collection while the component is mounted; `arg` selects one of many, and null follows none. */
export const useCollection = <Item>(collection: Collection<Item>, arg: string | null = ''): CollectionView<Item> => {
  const { store } = useShell();
  const holder: Pick<CollectionHolder<Item>, 'get' | 'subscribe'> = arg === null ? nobody : collection.of(store, arg);
  return useSyncExternalStore(holder.subscribe, holder.get, holder.get);
};
