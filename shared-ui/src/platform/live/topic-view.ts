/** Item as the server sent it. The schema of its collection is not checked yet. */
export type LiveValue = Readonly<Record<string, unknown>>;

/** Data of a topic: a map from collection and key to value. Immutable. */
export type Collections = ReadonlyMap<string, ReadonlyMap<string, LiveValue>>;

/** Collections of a topic without data. */
export const NO_COLLECTIONS: Collections = new Map();

/** Deletions since the topic's snapshot: a map from collection and key to the cursor of the change. Immutable. */
export type Deletions = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Deletions of a topic from which nothing was deleted. */
export const NO_DELETIONS: Deletions = new Map();

/**
 * Status of a topic. `connecting`: no data yet; `live`: same data as on the server; `stale`: possibly outdated; `gone`:
 * the topic doesn't exist, or this user may not read it.
 */
export type TopicStatus = 'connecting' | 'live' | 'stale' | 'gone';

/** State of a topic, as subscribers get it. Each change creates a new object. */
export interface TopicView {
  readonly status: TopicStatus;
  readonly collections: Collections;
  /**
   * Collections of the last snapshot. Each snapshot is a new object; as long as the object stays the same, no change
   * was missed.
   */
  readonly snapshot: Collections;
  readonly deletions: Deletions;
}

/** State of a topic before the server has sent its first message about the topic. */
export const initialTopicView: TopicView = {
  status: 'connecting',
  collections: NO_COLLECTIONS,
  snapshot: NO_COLLECTIONS,
  deletions: NO_DELETIONS,
};
