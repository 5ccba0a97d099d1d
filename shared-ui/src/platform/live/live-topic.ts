import type { LiveItem, Op, ServerFrame } from '@mahlzeit/contract';

/** A cursor taken apart. */
interface Position {
  readonly epoch: string;
  readonly seq: number;
}

const positionOf = (cursor: string): Position => {
  const dot = cursor.lastIndexOf('.');
  return { epoch: cursor.slice(0, dot), seq: Number(cursor.slice(dot + 1)) };
};

/** How a frame's cursor stands to the one that is held. */
type Relation = 'newer' | 'known' | 'foreign';

/** `known`: what the frame brings is held already; `foreign`: it counts another history. */
const relationTo = (held: string, frame: string): Relation => {
  const [mine, theirs] = [positionOf(held), positionOf(frame)];
  if (mine.epoch !== theirs.epoch) return 'foreign';
  return theirs.seq > mine.seq ? 'newer' : 'known';
};

/** One item as it came over the wire; its shape is its collection's. */
export type LiveValue = Readonly<Record<string, unknown>>;

/** What a subscriber holds of a topic: collection → key → value. Never changed in place. */
export type Collections = ReadonlyMap<string, ReadonlyMap<string, LiveValue>>;

/** Nothing held yet. */
export const noCollections: Collections = new Map();

/** What was deleted since the snapshot: collection → key → cursor of the delta that said so. Never changed in place. */
export type Deletions = ReadonlyMap<string, ReadonlyMap<string, string>>;

const noDeletions: Deletions = new Map();

/** The collections after some changes, those of one delta for instance. */
const applyOps = (held: Collections, ops: readonly Op[]): Collections => {
  const next = new Map(held);
  const copied = new Map<string, Map<string, LiveValue>>();
  const copyOf = (collection: string): Map<string, LiveValue> => {
    const copy = copied.get(collection) ?? new Map(held.get(collection));
    copied.set(collection, copy);
    next.set(collection, copy);
    return copy;
  };
  for (const op of ops) {
    const items = copyOf(op.collection);
    if (op.kind === 'put') items.set(op.key, op.value);
    else items.delete(op.key);
  }
  return next;
};

/** The deletions after one delta; what was put again is there. */
const noteDeletions = (held: Deletions, { cursor, ops }: Delta): Deletions => {
  const changes = ops.filter(({ kind, collection, key }) => kind === 'del' || held.get(collection)?.has(key) === true);
  if (changes.length === 0) return held;
  const next = new Map(held);
  for (const { kind, collection, key } of changes) {
    const keys = new Map(next.get(collection));
    if (kind === 'del') keys.set(key, cursor);
    else keys.delete(key);
    next.set(collection, keys);
  }
  return next;
};

/** The collections with one more part of a snapshot. */
const addItems = (held: Collections, items: readonly LiveItem[]): Collections =>
  applyOps(
    held,
    items.map((item) => ({ kind: 'put', ...item })),
  );

/**
 * `connecting`: nothing held yet; `live`: as the server has it; `stale`: held, but maybe behind; `gone`: unknown or
 * forbidden.
 */
export type TopicStatus = 'connecting' | 'live' | 'stale' | 'gone';

/** What the server says about one topic. */
type TopicFrame<Kind extends 'snap' | 'delta' | 'live' | 'reset'> = Extract<ServerFrame, { op: Kind }>;

interface Delta {
  readonly cursor: string;
  readonly ops: readonly Op[];
}

/** A snapshot whose parts are still coming. */
interface Filling {
  readonly cursor: string;
  readonly collections: Collections;
  /** Deltas that came between the parts: they follow the last one. */
  readonly deltas: readonly Delta[];
}

/** One subscription as the client holds it. */
export interface Topic {
  readonly status: TopicStatus;
  /** How far this client has read; null: a fresh snapshot is needed. */
  readonly cursor: string | null;
  readonly collections: Collections;
  /**
   * The collections as the last snapshot had them: another object after each snapshot, the same as long as every change
   * since was heard of.
   */
  readonly snapshot: Collections;
  readonly deleted: Deletions;
  readonly filling: Filling | null;
  /**
   * Pongs to wait for before listening: what arrives earlier belongs to a subscription that was just ended.
   * Frames carry no number of their subscription, but a pong comes after all that was sent before its ping.
   */
  readonly pongsToAwait: number;
}

/** A subscription that has heard nothing yet. */
export const newTopic: Topic = {
  status: 'connecting',
  cursor: null,
  collections: noCollections,
  snapshot: noCollections,
  deleted: noDeletions,
  filling: null,
  pongsToAwait: 0,
};

/** A topic that is not there or not for this user. */
export const goneTopic: Topic = { ...newTopic, status: 'gone' };

const applied = (topic: Topic, delta: Delta): Topic =>
  topic.cursor !== null && relationTo(topic.cursor, delta.cursor) === 'newer'
    ? {
        ...topic,
        cursor: delta.cursor,
        collections: applyOps(topic.collections, delta.ops),
        deleted: noteDeletions(topic.deleted, delta),
      }
    : topic;

/** Takes one part of a snapshot; what was held is replaced when the last part is there, never shown half. */
export const withSnap = (topic: Topic, { cursor, items, more }: TopicFrame<'snap'>): Topic => {
  const begun = topic.filling?.cursor === cursor ? topic.filling : { cursor, collections: noCollections, deltas: [] };
  const filling = { ...begun, collections: addItems(begun.collections, items) };
  if (more) return { ...topic, filling };
  const { collections } = filling;
  const filled: Topic = { ...topic, cursor, collections, snapshot: collections, deleted: noDeletions, filling: null };
  return filling.deltas.reduce(applied, filled);
};

/** Takes a delta once; `foreign`: it counts another history, so the topic must be read anew. */
export const withDelta = (topic: Topic, delta: TopicFrame<'delta'>): Topic | 'foreign' => {
  if (topic.filling !== null)
    return { ...topic, filling: { ...topic.filling, deltas: [...topic.filling.deltas, delta] } };
  if (topic.cursor === null) return topic;
  return relationTo(topic.cursor, delta.cursor) === 'foreign' ? 'foreign' : applied(topic, delta);
};

/** All that was missing has arrived. */
export const caughtUp = (topic: Topic, { cursor }: TopicFrame<'live'>): Topic | 'foreign' => {
  if (topic.cursor === null) return topic;
  const relation = relationTo(topic.cursor, cursor);
  if (relation === 'foreign') return 'foreign';
  return { ...topic, status: 'live', cursor: relation === 'newer' ? cursor : topic.cursor };
};

/** The connection is gone: what is held may fall behind. */
export const lost = (topic: Topic): Topic => ({
  ...topic,
  filling: null,
  pongsToAwait: 0,
  status: topic.status === 'live' || topic.cursor !== null ? 'stale' : topic.status,
});

/** Forgets the cursor and keeps what is shown. */
export const withoutCursor = (topic: Topic): Topic => ({ ...lost(topic), cursor: null });

/** The server begins anew: what is held stays visible until then, unless it is no longer this user's to see. */
export const withReset = (topic: Topic, { reason }: TopicFrame<'reset'>): Topic =>
  reason === 'rights' ? newTopic : withoutCursor(topic);

/** A pong arrived: one less to wait for. */
export const withPong = (topic: Topic): Topic =>
  topic.pongsToAwait === 0 ? topic : { ...topic, pongsToAwait: topic.pongsToAwait - 1 };
