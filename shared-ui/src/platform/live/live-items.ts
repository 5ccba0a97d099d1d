import type { Schema } from '@mahlzeit/contract';
import { safeParse } from 'zod/mini';
import type { output } from 'zod/mini';
import { reportError } from '../events/defects';
import type { LiveValue } from './collections';
import type { TopicView } from './live-client';

/** Reads one collection of a topic: `const mealsOf = liveItems('meals', Offer)`. Items that break the contract are reported and left out. */
export const liveItems = <S extends Schema>(collection: string, schema: S): ((view: TopicView) => output<S>[]) => {
  // A delta changes one item of many: what was parsed once need not be parsed again.
  const parsed = new WeakMap<LiveValue, { readonly item: output<S> } | 'invalid'>();

  const parse = (value: LiveValue): { readonly item: output<S> } | 'invalid' => {
    const result = safeParse<S>(schema, value);
    if (result.success) return { item: result.data };
    reportError('invalid_live_item', { collection });
    return 'invalid';
  };
  const read = (value: LiveValue): output<S>[] => {
    const known = parsed.get(value) ?? parse(value);
    parsed.set(value, known);
    return known === 'invalid' ? [] : [known.item];
  };

  return ({ collections }) => [...(collections.get(collection)?.values() ?? [])].flatMap(read);
};
