import type { LiveItem, ResetReason, ServerFrame } from '@mahlzeit/contract';
import type { LiveReader } from '../callers';
import { readHead, readLogRanges } from '../database/change-log';
import type { ChangeRange, TopicChange, TopicHead } from '../database/change-log';
import type { Connection } from '../database/database';
import type { RecentSnapshots } from './recent-snapshots';
import type { TopicItem, TopicSource } from './topic';

/** A live topic that was found by its name: its source, and the value of the parameter in its name. */
export interface ResolvedTopic {
  readonly source: TopicSource;
  readonly param: string | null;
}

/**
 * Function `mayRead` for live topics that everybody may read: the content is public, or `logName` gives each reader a
 * separate topic in the change log.
 */
export const everybodyMayRead: TopicSource['mayRead'] = async () => true;

const joinTopicSources = (pattern: string, sources: readonly TopicSource[]): TopicSource => {
  const sourceWithLogName = sources.find((source) => source.logName !== undefined);
  return {
    pattern,
    changesWithoutLog: sources.some(({ changesWithoutLog }) => changesWithoutLog === true),
    ...(sourceWithLogName?.logName === undefined ? {} : { logName: sourceWithLogName.logName.bind(sourceWithLogName) }),
    async mayRead(reader, param, knex) {
      // Refuses partner consoles unless all sources of the topic know them: a source that knows only users would treat
      // a partner console as an anonymous visitor.
      if (reader.restaurantKey !== undefined && !sources.every(({ isForCounters }) => isForCounters === true))
        return false;
      for (const source of sources) if (!(await source.mayRead(reader, param, knex))) return false;
      return true;
    },
    async snapshot(session, param, knex) {
      const itemLists = [];
      for (const source of sources) itemLists.push(await source.snapshot(session, param, knex));
      return itemLists.flat();
    },
  };
};

const topicPatternRegExp = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .split('/')
      .map((patternPart) => (patternPart.startsWith(':') ? '([A-Za-z0-9_-]{1,64})' : patternPart))
      .join('/')}$`,
  );

/**
 * Creates a function that finds the source of a live topic by the topic's name. Several sources of one pattern are
 * joined in their sequence.
 */
export const createTopicIndex = (sources: readonly TopicSource[]): ((topic: string) => ResolvedTopic | null) => {
  const patterns = [...new Set(sources.map((source) => source.pattern))];
  const topicMatchers = patterns.map((pattern) => ({
    matcher: topicPatternRegExp(pattern),
    source: joinTopicSources(
      pattern,
      sources.filter((source) => source.pattern === pattern),
    ),
  }));
  return (topic) => {
    for (const { matcher, source } of topicMatchers) {
      const topicMatch = matcher.exec(topic);
      if (topicMatch !== null) return { source, param: topicMatch[1] ?? null };
    }
    return null;
  };
};

/** Position of a reader in one history of a live topic. */
export interface CursorPoint {
  readonly epoch: string;
  readonly seq: number;
}

/**
 * Result of comparing a client's position with the latest position of the topic: `good` continues after `seq`; `none`
 * and `reset` need a snapshot.
 */
type CursorCheck =
  | { readonly kind: 'good'; readonly seq: number }
  | { readonly kind: 'none' }
  | { readonly kind: 'reset'; readonly reason: ResetReason };

/** Formats a position in a live topic as text for frames: `<epoch>.<seq>`. */
export const formatCursor = ({ epoch, seq }: CursorPoint): string => `${epoch}.${seq}`;

const parseCursor = (text: string): CursorPoint | null => {
  const cursorMatch = /^([A-Za-z0-9_-]+)\.(\d{1,15})$/.exec(text);
  return cursorMatch === null ? null : { epoch: String(cursorMatch[1]), seq: Number(cursorMatch[2]) };
};

/**
 * Compares a client's position with the latest position of the topic. A position that no gateway has made, which is
 * `null` here, counts as one of another history.
 */
const checkCursorPoint = (point: CursorPoint | null, head: TopicHead): Exclude<CursorCheck, { kind: 'none' }> => {
  if (point === null || point.epoch !== head.epoch) return { kind: 'reset', reason: 'foreign' };
  if (point.seq > head.seq) return { kind: 'reset', reason: 'ahead' };
  if (point.seq < head.floor) return { kind: 'reset', reason: 'tooOld' };
  return { kind: 'good', seq: point.seq };
};

/** Checks the position in a client's `sub` frame. A `sub` frame without a position requests a snapshot. */
const checkCursor = (cursor: string | undefined, head: TopicHead): CursorCheck =>
  cursor === undefined ? { kind: 'none' } : checkCursorPoint(parseCursor(cursor), head);

/** A frame with changes for all subscribers; `seq` is the number of its last change. */
export interface DeltaFrame {
  readonly seq: number;
  readonly bytes: Buffer;
}

/** Number of changes in a block. A frame contains only changes of one block. */
export const changesPerBlock = 64;

// Bytes reserved in a frame for everything except items and changes: op, id, cursor, tx and brackets.
const maxEnvelopeBytes = 1024;

/** Encodes a frame as bytes, which can be sent on any number of sockets. */
export const encodeFrame = (frame: ServerFrame): Buffer => Buffer.from(JSON.stringify(frame));

/** Splits a list into chunks of at most `maxBytes` bytes. A larger entry gets its own chunk. */
const chunkBySize = <T>(sizedEntries: readonly T[], byteSizeOf: (entry: T) => number, maxBytes: number): T[][] => {
  const chunks: T[][] = [];
  let freeBytes = 0;
  for (const entry of sizedEntries) {
    const entryBytes = byteSizeOf(entry) + 1;
    const currentChunk = chunks.at(-1);
    if (currentChunk === undefined || entryBytes > freeBytes) {
      chunks.push([entry]);
      freeBytes = maxBytes - entryBytes;
    } else {
      currentChunk.push(entry);
      freeBytes -= entryBytes;
    }
  }
  return chunks;
};

/**
 * Encodes a snapshot as one or more frames. An empty snapshot also needs a frame, by which the client deletes its
 * items.
 */
export const encodeSnapshot = (
  id: string,
  cursor: string,
  snapshot: { readonly items: readonly TopicItem[]; readonly frameBytes: number },
): Buffer[] => {
  const itemTexts = snapshot.items.map(({ collection, key, value }) =>
    JSON.stringify({ collection, key, value } satisfies Omit<LiveItem, 'value'> & { value: object }),
  );
  const itemChunks = chunkBySize(itemTexts, (text) => Buffer.byteLength(text), snapshot.frameBytes - maxEnvelopeBytes);
  if (itemChunks.length === 0) itemChunks.push([]);
  const frameStart = `{"op":"snap","id":${JSON.stringify(id)},"cursor":${JSON.stringify(cursor)},"items":[`;
  return itemChunks.map((page, index) =>
    Buffer.from(`${frameStart}${page.join(',')}],"more":${index < itemChunks.length - 1}}`),
  );
};

const belongToSameDelta = (earlierChange: TopicChange, laterChange: TopicChange): boolean =>
  earlierChange.tx === laterChange.tx &&
  Math.floor((earlierChange.seq - 1) / changesPerBlock) === Math.floor((laterChange.seq - 1) / changesPerBlock);

const groupChanges = (changes: readonly TopicChange[]): TopicChange[][] => {
  const changeGroups: TopicChange[][] = [];
  for (const change of changes) {
    const lastGroup = changeGroups.at(-1);
    const lastChange = lastGroup?.at(-1);
    if (lastGroup !== undefined && lastChange !== undefined && belongToSameDelta(lastChange, change))
      lastGroup.push(change);
    else changeGroups.push([change]);
  }
  return changeGroups;
};

/**
 * Encodes changes as frames: one for each write, split at every block of 64 numbers and when a frame is full. The
 * splits depend only on the numbers of the changes and never on the reader's position, so that all readers get the same
 * frames.
 */
export const encodeDeltas = (
  topic: { readonly id: string; readonly epoch: string; readonly frameBytes: number },
  changes: readonly TopicChange[],
): DeltaFrame[] =>
  groupChanges(changes)
    .flatMap((changeGroup) =>
      chunkBySize(changeGroup, (change) => Buffer.byteLength(change.op), topic.frameBytes - maxEnvelopeBytes),
    )
    .flatMap((changeChunk) => {
      const lastChange = changeChunk.at(-1);
      if (lastChange === undefined) return [];
      const cursor = formatCursor({ epoch: topic.epoch, seq: lastChange.seq });
      const frameStart = `{"op":"delta","id":${JSON.stringify(topic.id)},"cursor":${JSON.stringify(cursor)},"tx":${JSON.stringify(lastChange.tx)},"ops":[`;
      return [
        {
          seq: lastChange.seq,
          bytes: Buffer.from(`${frameStart}${changeChunk.map((change) => change.op).join(',')}]}`),
        },
      ];
    });

/** Changes of the change log after a position, or the reason why the reader would miss changes and needs a snapshot. */
export type LogPart =
  | {
      readonly kind: 'changes';
      readonly changes: readonly TopicChange[];
      /** Real time at which the last of the changes was written; null without changes. */
      readonly writtenAt: number | null;
      readonly isAtHead: boolean;
    }
  | { readonly kind: 'reset'; readonly reason: ResetReason };

const blocksPerRead = 4;

/** Position of a reader in a topic of the change log. */
export interface LogPosition {
  readonly logName: string;
  readonly point: CursorPoint;
}

const rangeOf = ({ logName, point }: LogPosition): ChangeRange => ({
  topic: logName,
  after: point.seq,
  upTo: (Math.floor(point.seq / changesPerBlock) + blocksPerRead) * changesPerBlock,
});

/** Changes after the positions of several readers, read at one instant. */
interface LogParts {
  readonly parts: readonly LogPart[];
  readonly rightsHead: TopicHead;
}

/**
 * Reads the next changes of each topic after the given position. If possible, a read ends at a multiple of the block
 * size, so that all clients of a topic get the same changes in the same WebSocket messages.
 */
export const readLogParts = async (knex: Connection, positions: readonly LogPosition[]): Promise<LogParts> => {
  const { rightsHead, ranges } = await readLogRanges(knex, positions.map(rangeOf));
  return {
    rightsHead,
    parts: positions.flatMap(({ point }, index): LogPart[] => {
      const range = ranges[index];
      if (range === undefined) return [];
      const { head, changes, writtenAt } = range;
      const check = checkCursorPoint(point, head);
      if (check.kind === 'reset') return [check];
      return [{ kind: 'changes', changes, writtenAt, isAtHead: (changes.at(-1)?.seq ?? point.seq) === head.seq }];
    }),
  };
};

/** Request of a client for a live topic. `cursor` is the position to continue from, if the client has one. */
interface SubscriptionRequest {
  /** Cached snapshots of topics that are the same for all their readers. */
  readonly recentSnapshots: RecentSnapshots;
  readonly resolvedTopic: ResolvedTopic;
  readonly session: LiveReader;
  readonly logName: string;
  readonly cursor: string | undefined;
}

/** Beginning of a subscription: refused, continued from the client's position, or with a snapshot. */
export type SubscriptionStart =
  | { readonly kind: 'forbidden' }
  | { readonly kind: 'resume'; readonly point: CursorPoint; readonly isAtHead: boolean }
  | {
      readonly kind: 'snapshot';
      readonly point: CursorPoint;
      readonly items: readonly TopicItem[];
      readonly reason: ResetReason | null;
    };

/**
 * Reads three things in one transaction: whether the reader may read the topic, its latest position and, if the client
 * can't continue from its own position, the items. No change can happen between these reads.
 */
export const readSubscriptionStart = async (
  knex: Connection,
  { resolvedTopic, session, logName, cursor, recentSnapshots }: SubscriptionRequest,
): Promise<SubscriptionStart> => {
  if (!(await resolvedTopic.source.mayRead(session, resolvedTopic.param, knex))) return { kind: 'forbidden' };
  const head = await readHead(knex, logName);
  const cursorCheck = checkCursor(cursor, head);
  if (cursorCheck.kind === 'good')
    return {
      kind: 'resume',
      point: { epoch: head.epoch, seq: cursorCheck.seq },
      isAtHead: cursorCheck.seq === head.seq,
    };
  const { source, param } = resolvedTopic;
  const readItems = (): Promise<readonly TopicItem[]> => source.snapshot(session, param, knex);
  // Checks whether all readers of the topic get the same items. A topic with a name of its own in the change log
  // differs from reader to reader.
  const isShared = source.logName === undefined && source.changesWithoutLog !== true;
  const items = isShared ? await recentSnapshots.at(head, readItems) : await readItems();
  const reason = cursorCheck.kind === 'reset' ? cursorCheck.reason : null;
  return { kind: 'snapshot', point: { epoch: head.epoch, seq: head.seq }, items, reason };
};
