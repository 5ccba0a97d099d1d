import type { LiveItem, Op, ServerFrame } from '@mahlzeit/contract';

/** Parsed cursor. */
interface Position {
  readonly epoch: string;
  readonly seq: number;
}

const positionOf = (cursor: string): Position => {
  const dot = cursor.lastIndexOf('.');
  return { epoch: cursor.slice(0, dot), seq: Number(cursor.slice(dot + 1)) };
};

/** Relation of a frame's cursor to the held one. */
type Relation = 'newer' | 'known' | 'foreign';

/** `known`: the frame's changes are already applied; `foreign`: the frame belongs to another history. */
const relationTo = (heldCursor: string, frame: string): Relation => {
  const [heldPosition, framePosition] = [positionOf(heldCursor), positionOf(frame)];
  if (heldPosition.epoch !== framePosition.epoch) return 'foreign';
  return framePosition.seq > heldPosition.seq ? 'newer' : 'known';
};

/** Item as received; its collection defines the shape. */
export type LiveValue = Readonly<Record<string, unknown>>;

/** Data of a topic: collection → key → value. Immutable. */
export type Collections = ReadonlyMap<string, ReadonlyMap<string, LiveValue>>;

/** No data yet. */
export const noCollections: Collections = new Map();

/** Deletions since the snapshot: collection → key → cursor of the delta. Immutable. */
export type Deletions = ReadonlyMap<string, ReadonlyMap<string, string>>;

const noDeletions: Deletions = new Map();

/** Returns the collections after some changes, such as those of one delta. */
const applyOps = (collections: Collections, ops: readonly Op[]): Collections => {
  const next = new Map(collections);
  const copiedCollections = new Map<string, Map<string, LiveValue>>();
  const copyOf = (collection: string): Map<string, LiveValue> => {
    const copy = copiedCollections.get(collection) ?? new Map(collections.get(collection));
    copiedCollections.set(collection, copy);
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

/** Returns the deletions after one delta; items that were put again are no longer deleted. */
const noteDeletions = (deletions: Deletions, { cursor, ops }: Delta): Deletions => {
  const changes = ops.filter(
    ({ kind, collection, key }) => kind === 'del' || deletions.get(collection)?.has(key) === true,
  );
  if (changes.length === 0) return deletions;
  const next = new Map(deletions);
  for (const { kind, collection, key } of changes) {
    const keys = new Map(next.get(collection));
    if (kind === 'del') keys.set(key, cursor);
    else keys.delete(key);
    next.set(collection, keys);
  }
  return next;
};

/** Returns the collections with one more part of a snapshot. */
const addItems = (collections: Collections, items: readonly LiveItem[]): Collections =>
  applyOps(
    collections,
    items.map((item) => ({ kind: 'put', ...item })),
  );

/** `connecting`: no data yet; `live`: equal to the server; `stale`: maybe outdated; `gone`: unknown or forbidden. */
export type TopicStatus = 'connecting' | 'live' | 'stale' | 'gone';

/** Frame of the server about one topic. */
type TopicFrame<Kind extends 'snap' | 'delta' | 'live' | 'reset'> = Extract<ServerFrame, { op: Kind }>;

interface Delta {
  readonly cursor: string;
  readonly ops: readonly Op[];
}

/** Snapshot whose parts are still arriving. */
interface Filling {
  readonly cursor: string;
  readonly collections: Collections;
  /** Deltas that arrived between the parts: they are applied after the last part. */
  readonly deltas: readonly Delta[];
}

/** Subscription as the client holds it. */
export interface Topic {
  readonly status: TopicStatus;
  /** Last applied cursor; null: a new snapshot is needed. */
  readonly cursor: string | null;
  readonly collections: Collections;
  /**
   * Collections of the last snapshot: another object after each snapshot, and the same object as long as no change was
   * missed.
   */
  readonly snapshot: Collections;
  readonly deletions: Deletions;
  readonly filling: Filling | null;
  /**
   * Pongs to wait for: frames that arrive earlier belong to a subscription that was just ended. Frames don't identify
   * their subscription, but a pong follows everything that was sent before its ping.
   */
  readonly pongsToAwait: number;
}

/** Subscription before its first frame. */
export const newTopic: Topic = {
  status: 'connecting',
  cursor: null,
  collections: noCollections,
  snapshot: noCollections,
  deletions: noDeletions,
  filling: null,
  pongsToAwait: 0,
};

/** Topic that doesn't exist or is forbidden for this user. */
export const goneTopic: Topic = { ...newTopic, status: 'gone' };

const applied = (topic: Topic, delta: Delta): Topic =>
  topic.cursor !== null && relationTo(topic.cursor, delta.cursor) === 'newer'
    ? {
        ...topic,
        cursor: delta.cursor,
        collections: applyOps(topic.collections, delta.ops),
        deletions: noteDeletions(topic.deletions, delta),
      }
    : topic;

/** Takes one part of a snapshot; the last part replaces the former data, so no partial snapshot is visible. */
export const withSnap = (topic: Topic, { cursor, items, more }: TopicFrame<'snap'>): Topic => {
  const partial = topic.filling?.cursor === cursor ? topic.filling : { cursor, collections: noCollections, deltas: [] };
  const filling = { ...partial, collections: addItems(partial.collections, items) };
  if (more) return { ...topic, filling: filling };
  const { collections } = filling;
  const filledTopic: Topic = {
    ...topic,
    cursor,
    collections,
    snapshot: collections,
    deletions: noDeletions,
    filling: null,
  };
  return filling.deltas.reduce(applied, filledTopic);
};

/** Applies a delta once; `foreign`: it belongs to another history, so the topic must be read again. */
export const withDelta = (topic: Topic, delta: TopicFrame<'delta'>): Topic | 'foreign' => {
  if (topic.filling !== null)
    return { ...topic, filling: { ...topic.filling, deltas: [...topic.filling.deltas, delta] } };
  if (topic.cursor === null) return topic;
  return relationTo(topic.cursor, delta.cursor) === 'foreign' ? 'foreign' : applied(topic, delta);
};

/** Marks the topic as live after all missing changes have arrived. */
export const caughtUp = (topic: Topic, { cursor }: TopicFrame<'live'>): Topic | 'foreign' => {
  if (topic.cursor === null) return topic;
  const relation = relationTo(topic.cursor, cursor);
  if (relation === 'foreign') return 'foreign';
  return { ...topic, status: 'live', cursor: relation === 'newer' ? cursor : topic.cursor };
};

/** Marks the topic as stale after the connection was lost. */
export const withoutSnapshot = (topic: Topic): Topic => ({
  ...topic,
  filling: null,
  pongsToAwait: 0,
  status: topic.status === 'live' || topic.cursor !== null ? 'stale' : topic.status,
});

/** Forgets the cursor and keeps the visible data. */
export const withoutCursor = (topic: Topic): Topic => ({ ...withoutSnapshot(topic), cursor: null });

/** Handles a restart by the server: the data stays visible until then, unless the user may no longer see it. */
export const withReset = (topic: Topic, { reason }: TopicFrame<'reset'>): Topic =>
  reason === 'rights' ? newTopic : withoutCursor(topic);

/** Counts an arrived pong. */
export const withPong = (topic: Topic): Topic =>
  topic.pongsToAwait === 0 ? topic : { ...topic, pongsToAwait: topic.pongsToAwait - 1 };
