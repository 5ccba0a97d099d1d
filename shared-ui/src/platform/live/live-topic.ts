import type { LiveItem, Op, ServerFrame } from '@mahlzeit/contract';
import { initialTopicView, NO_COLLECTIONS, NO_DELETIONS } from './topic-view';
import type { Collections, Deletions, LiveValue, TopicView } from './topic-view';

/** Cursor of a topic, divided into the history (`epoch`) and the position in it (`seq`). */
interface ParsedCursor {
  readonly epoch: string;
  readonly seq: number;
}

const parseCursor = (cursor: string): ParsedCursor => {
  const dotIndex = cursor.lastIndexOf('.');
  return { epoch: cursor.slice(0, dotIndex), seq: Number(cursor.slice(dotIndex + 1)) };
};

/** Relation between the cursor of a server message (frame) and the client's cursor. */
type CursorRelation = 'newer' | 'known' | 'foreign';

/**
 * Compares the cursor of a server message (frame) with the client's cursor. `known`: the client has applied the changes
 * already; `foreign`: the message belongs to another history of the topic.
 */
const compareCursors = (clientCursor: string, frameCursor: string): CursorRelation => {
  const [clientPosition, framePosition] = [parseCursor(clientCursor), parseCursor(frameCursor)];
  if (clientPosition.epoch !== framePosition.epoch) return 'foreign';
  return framePosition.seq > clientPosition.seq ? 'newer' : 'known';
};

/** Returns the collections after the given changes. `collections` itself stays unchanged. */
const applyOps = (collections: Collections, deltaOps: readonly Op[]): Collections => {
  const changedCollections = new Map(collections);
  const writableCopies = new Map<string, Map<string, LiveValue>>();
  const writableCopyOf = (collection: string): Map<string, LiveValue> => {
    const writableCopy = writableCopies.get(collection) ?? new Map(collections.get(collection));
    writableCopies.set(collection, writableCopy);
    changedCollections.set(collection, writableCopy);
    return writableCopy;
  };
  for (const deltaOp of deltaOps) {
    const writableItems = writableCopyOf(deltaOp.collection);
    if (deltaOp.kind === 'put') writableItems.set(deltaOp.key, deltaOp.value);
    else writableItems.delete(deltaOp.key);
  }
  return changedCollections;
};

/** Returns the recorded deletions after one change (delta). Items that were added again no longer count as deleted. */
const withRecordedDeletions = (deletions: Deletions, { cursor, ops }: TopicDelta): Deletions => {
  const deletionChanges = ops.filter(
    ({ kind, collection, key }) => kind === 'del' || deletions.get(collection)?.has(key) === true,
  );
  if (deletionChanges.length === 0) return deletions;
  const nextDeletions = new Map(deletions);
  for (const { kind, collection, key } of deletionChanges) {
    const cursorByKey = new Map(nextDeletions.get(collection));
    if (kind === 'del') cursorByKey.set(key, cursor);
    else cursorByKey.delete(key);
    nextDeletions.set(collection, cursorByKey);
  }
  return nextDeletions;
};

/** Returns the collections with the items of a further part of a snapshot. */
const withItems = (collections: Collections, liveItems: readonly LiveItem[]): Collections =>
  applyOps(
    collections,
    liveItems.map((item) => ({ kind: 'put', ...item })),
  );

/** Server message that concerns one topic. */
type TopicFrame<Kind extends 'snap' | 'delta' | 'live' | 'reset'> = Extract<ServerFrame, { op: Kind }>;

interface TopicDelta {
  readonly cursor: string;
  readonly ops: readonly Op[];
}

/** Snapshot of which some parts have not arrived yet. */
interface PartialSnapshot {
  readonly cursor: string;
  readonly collections: Collections;
  /** Changes (deltas) that arrived between the parts of the snapshot. They are applied after the last part. */
  readonly deltas: readonly TopicDelta[];
}

/** Subscription to one topic, with the data that has arrived. */
export interface Topic extends TopicView {
  /** Cursor of the last applied change. Null when a new snapshot must be requested. */
  readonly cursor: string | null;
  readonly partialSnapshot: PartialSnapshot | null;
  /**
   * Number of pongs that must arrive before frames of this topic are applied. Frames (server messages) that arrive
   * earlier belong to a former subscription: they don't name their subscription, but the pong arrives after all frames
   * that were sent before it.
   */
  readonly pongsToAwait: number;
}

/** State of a subscription before its first server message. */
export const NEW_TOPIC: Topic = {
  ...initialTopicView,
  cursor: null,
  partialSnapshot: null,
  pongsToAwait: 0,
};

/** State of a topic that doesn't exist or that this user isn't allowed to read. */
export const GONE_TOPIC: Topic = { ...NEW_TOPIC, status: 'gone' };

const withAppliedDelta = (topic: Topic, delta: TopicDelta): Topic =>
  topic.cursor !== null && compareCursors(topic.cursor, delta.cursor) === 'newer'
    ? {
        ...topic,
        cursor: delta.cursor,
        collections: applyOps(topic.collections, delta.ops),
        deletions: withRecordedDeletions(topic.deletions, delta),
      }
    : topic;

/**
 * Adds one part of a snapshot to a topic. Only the last part replaces the former data, so that no incomplete snapshot
 * is visible.
 */
export const withSnapshotFrame = (topic: Topic, { cursor, items, more }: TopicFrame<'snap'>): Topic => {
  const basePartialSnapshot =
    topic.partialSnapshot?.cursor === cursor
      ? topic.partialSnapshot
      : { cursor, collections: NO_COLLECTIONS, deltas: [] };
  const partialSnapshot = { ...basePartialSnapshot, collections: withItems(basePartialSnapshot.collections, items) };
  if (more) return { ...topic, partialSnapshot };
  const { collections } = partialSnapshot;
  const topicWithSnapshot: Topic = {
    ...topic,
    cursor,
    collections,
    snapshot: collections,
    deletions: NO_DELETIONS,
    partialSnapshot: null,
  };
  return partialSnapshot.deltas.reduce(withAppliedDelta, topicWithSnapshot);
};

/**
 * Applies a change (delta) that is newer than the client's cursor. Returns `foreign` if the change belongs to another
 * history, so that the topic must be requested again.
 */
export const withDeltaFrame = (topic: Topic, delta: TopicFrame<'delta'>): Topic | 'foreign' => {
  if (topic.partialSnapshot !== null)
    return {
      ...topic,
      partialSnapshot: { ...topic.partialSnapshot, deltas: [...topic.partialSnapshot.deltas, delta] },
    };
  if (topic.cursor === null) return topic;
  return compareCursors(topic.cursor, delta.cursor) === 'foreign' ? 'foreign' : withAppliedDelta(topic, delta);
};

/**
 * Marks a topic as live, because all missed changes have arrived. Returns `foreign` if the server message belongs to
 * another history.
 */
export const withLiveFrame = (topic: Topic, { cursor }: TopicFrame<'live'>): Topic | 'foreign' => {
  if (topic.cursor === null) return topic;
  const cursorRelation = compareCursors(topic.cursor, cursor);
  if (cursorRelation === 'foreign') return 'foreign';
  return { ...topic, status: 'live', cursor: cursorRelation === 'newer' ? cursor : topic.cursor };
};

/**
 * Shows the data that an earlier page has stored, as long as the server has sent nothing. Without a cursor, the server
 * then sends all data.
 */
export const withCachedItems = (topic: Topic, items: readonly LiveItem[]): Topic => {
  if (topic.status !== 'connecting') return topic;
  const collections = withItems(NO_COLLECTIONS, items);
  return { ...topic, status: 'stale', collections, snapshot: collections };
};

/** Marks a topic as stale after the connection was lost. An incomplete snapshot is deleted. */
export const withoutSnapshot = (topic: Topic): Topic => ({
  ...topic,
  partialSnapshot: null,
  pongsToAwait: 0,
  status: topic.status === 'live' || topic.cursor !== null ? 'stale' : topic.status,
});

/** Deletes the topic's cursor, so that a new snapshot is requested. The visible data stays. */
export const withoutCursor = (topic: Topic): Topic => ({ ...withoutSnapshot(topic), cursor: null });

/**
 * Handles the server message `reset`, after which the server sends a new snapshot. The former data stays visible until
 * the new snapshot has arrived, unless the user is no longer allowed to see it.
 */
export const withResetFrame = (topic: Topic, { reason }: TopicFrame<'reset'>): Topic =>
  reason === 'rights' ? NEW_TOPIC : withoutCursor(topic);

/** Counts a pong that has arrived, for a topic that waits for pongs. */
export const withPongFrame = (topic: Topic): Topic =>
  topic.pongsToAwait === 0 ? topic : { ...topic, pongsToAwait: topic.pongsToAwait - 1 };
