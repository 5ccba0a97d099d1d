import type { Schema } from '@mahlzeit/contract';
import { safeParse } from '@mahlzeit/contract/zod';
import type { output } from '@mahlzeit/contract/zod';
import { reportError } from '../events/event-log';
import type { Collections, LiveValue } from '../live/live-topic';

/**
 * Creates a reader of one collection of a topic: key → item. Items that break the contract are reported and left out.
 */
export const createItemReader = <S extends Schema>(
  collection: string,
  schema: S,
): ((collections: Collections) => ReadonlyMap<string, output<S>>) => {
  // A delta changes one item of many: parsed values need no second parse.
  const parsedItems = new WeakMap<LiveValue, { readonly item: output<S> } | 'invalid'>();

  const parse = (value: LiveValue): { readonly item: output<S> } | 'invalid' => {
    const result = safeParse<S>(schema, value);
    if (result.success) return { item: result.data };
    reportError('invalid_live_item', { collection });
    return 'invalid';
  };
  const read = (value: LiveValue): { readonly item: output<S> } | 'invalid' => {
    const result = parsedItems.get(value) ?? parse(value);
    parsedItems.set(value, result);
    return result;
  };

  return (collections) => {
    const items = new Map<string, output<S>>();
    for (const [key, value] of collections.get(collection) ?? []) {
      const result = read(value);
      if (result !== 'invalid') items.set(key, result.item);
    }
    return items;
  };
};
