import type { Schema } from '@mahlzeit/contract';
import { safeParse } from '@mahlzeit/contract/zod';
import type { output } from '@mahlzeit/contract/zod';
import { reportError } from '../events/event-log';
import type { Collections, LiveValue } from '../live/live-topic';

/**
 * Creates a function that reads one collection of a topic as key → item. Items that break the contract are logged and
 * left out.
 */
export const createItemReader = <S extends Schema>(
  collection: string,
  schema: S,
): ((collections: Collections) => ReadonlyMap<string, output<S>>) => {
  // Each change of a topic affects only a few items, so items that were already parsed aren't parsed again.
  const parsedItems = new WeakMap<LiveValue, { readonly item: output<S> } | 'invalid'>();

  const parseItem = (value: LiveValue): { readonly item: output<S> } | 'invalid' => {
    const parseResult = safeParse<S>(schema, value);
    if (parseResult.success) return { item: parseResult.data };
    reportError('invalid_live_item', { collection });
    return 'invalid';
  };
  const readItem = (value: LiveValue): { readonly item: output<S> } | 'invalid' => {
    const parsedItem = parsedItems.get(value) ?? parseItem(value);
    parsedItems.set(value, parsedItem);
    return parsedItem;
  };

  return (collections) => {
    const items = new Map<string, output<S>>();
    for (const [key, value] of collections.get(collection) ?? []) {
      const parsedItem = readItem(value);
      if (parsedItem !== 'invalid') items.set(key, parsedItem.item);
    }
    return items;
  };
};
