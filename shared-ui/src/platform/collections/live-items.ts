import type { Schema } from '@mahlzeit/contract';
import { safeParse } from '@mahlzeit/contract/zod';
import type { output } from '@mahlzeit/contract/zod';
import { reportError } from '../events/event-log';
import type { Collections, LiveValue } from '../live/topic-view';

/**
 * Creates a function that returns one collection of a live topic as a map from key to item. Items that break the
 * contract are logged and left out.
 */
export const createItemReader = <S extends Schema>(
  collectionName: string,
  schema: S,
): ((collections: Collections) => ReadonlyMap<string, output<S>>) => {
  // Cache of parsed items: a change of a topic affects only a few items, and the others must not be parsed again.
  const parsedItemByValue = new WeakMap<LiveValue, { readonly item: output<S> } | 'invalid'>();

  const parseItem = (liveValue: LiveValue): { readonly item: output<S> } | 'invalid' => {
    const parseResult = safeParse<S>(schema, liveValue);
    if (parseResult.success) return { item: parseResult.data };
    reportError('invalid_live_item', { collection: collectionName });
    return 'invalid';
  };
  const readItem = (liveValue: LiveValue): { readonly item: output<S> } | 'invalid' => {
    const parsedItem = parsedItemByValue.get(liveValue) ?? parseItem(liveValue);
    parsedItemByValue.set(liveValue, parsedItem);
    return parsedItem;
  };

  return (collections) => {
    const itemByKey = new Map<string, output<S>>();
    for (const [itemKey, value] of collections.get(collectionName) ?? []) {
      const parsedItem = readItem(value);
      if (parsedItem !== 'invalid') itemByKey.set(itemKey, parsedItem.item);
    }
    return itemByKey;
  };
};
