import type { LiveItem, Op } from '@mahlzeit/contract';

/** One item as it came over the wire; its shape is its collection's. */
export type LiveValue = Readonly<Record<string, unknown>>;

/** What a subscriber holds of a topic: collection → key → value. Never changed in place. */
export type Collections = ReadonlyMap<string, ReadonlyMap<string, LiveValue>>;

/** Nothing held yet. */
export const noCollections: Collections = new Map();

const withChanges = (held: Collections, changes: readonly Op[]): Collections => {
  const next = new Map(held);
  const copied = new Map<string, Map<string, LiveValue>>();
  const copyOf = (collection: string): Map<string, LiveValue> => {
    const copy = copied.get(collection) ?? new Map(held.get(collection));
    copied.set(collection, copy);
    next.set(collection, copy);
    return copy;
  };
  for (const change of changes) {
    const items = copyOf(change.collection);
    if (change.kind === 'put') items.set(change.key, change.value);
    else items.delete(change.key);
  }
  return next;
};

/** The collections after the changes of one delta. */
export const applyOps = (held: Collections, ops: readonly Op[]): Collections => withChanges(held, ops);

/** The collections with one more part of a snapshot. */
export const addItems = (held: Collections, items: readonly LiveItem[]): Collections =>
  withChanges(held, items.map((item) => ({ kind: 'put', ...item })));
