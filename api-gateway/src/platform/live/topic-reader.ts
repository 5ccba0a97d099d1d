import type { LiveItem, ResetReason, ServerFrame } from '@mahlzeit/contract';
import type { LiveReader } from '../callers';
import { readHead, readLogRanges } from '../database/change-log';
import type { ChangeRange, TopicChange, TopicHead } from '../database/change-log';
import type { Connection } from '../database/database';
import type { RecentSnapshots } from './recent-snapshots';
import type { TopicItem, TopicSource } from './topic';

/** A topic found by its name: the joined source and the value of the pattern's parameter. */
export interface ResolvedTopic {
  readonly source: TopicSource;
  readonly param: string | null;
}

/**
 * `mayRead` for topics that every reader may read: the content is public, or `logName` gives each reader a separate
 * topic in the log.
 */
export const everybodyMayRead: TopicSource['mayRead'] = async () => true;

const joinTopicSources = (pattern: string, sources: readonly TopicSource[]): TopicSource => {
  const sourceWithLogName = sources.find((source) => source.logName !== undefined);
  return {
    pattern,
    changesWithoutLog: sources.some(({ changesWithoutLog }) => changesWithoutLog === true),
    ...(sourceWithLogName?.logName === undefined ? {} : { logName: sourceWithLogName.logName.bind(sourceWithLogName) }),
    async mayRead(reader, param, knex) {
      // A source that knows only users would treat a restaurant's partner console (counter) as an anonymous visitor.
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
 * Creates a function that finds the source of a topic by the topic's name. Several sources of one pattern are joined in
 * their order.
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

/** Position of a reader in one history of a topic. */
export interface CursorPoint {
  readonly epoch: string;
  readonly seq: number;
}

/**
 * Outcome of comparing a cursor with a topic's head: `good` continues after `seq`; `none` and `reset` need a snapshot.
 */
type CursorCheck =
  | { readonly kind: 'good'; readonly seq: number }
  | { readonly kind: 'none' }
  | { readonly kind: 'reset'; readonly reason: ResetReason };

/** Formats a cursor as text for the socket's frames. */
export const formatCursor = ({ epoch, seq }: CursorPoint): string => `${epoch}.${seq}`;

const parseCursor = (text: string): CursorPoint | null => {
  const cursorMatch = /^([A-Za-z0-9_-]+)\.(\d{1,15})$/.exec(text);
  return cursorMatch === null ? null : { epoch: String(cursorMatch[1]), seq: Number(cursorMatch[2]) };
};

/**
 * Compares a reader's position with the head. A cursor that no gateway has made, which is `null` here, counts as
 * another history.
 */
const checkCursorPoint = (point: CursorPoint | null, head: TopicHead): Exclude<CursorCheck, { kind: 'none' }> => {
  if (point === null || point.epoch !== head.epoch) return { kind: 'reset', reason: 'foreign' };
  if (point.seq > head.seq) return { kind: 'reset', reason: 'ahead' };
  if (point.seq < head.floor) return { kind: 'reset', reason: 'tooOld' };
  return { kind: 'good', seq: point.seq };
};

/** Checks the cursor of a `sub` frame. A `sub` frame without a cursor requests a snapshot. */
const checkCursor = (cursor: string | undefined, head: TopicHead): CursorCheck =>
  cursor === undefined ? { kind: 'none' } : checkCursorPoint(parseCursor(cursor), head);

/** A delta frame for all subscribers; `seq` is the number of its last change. */
export interface DeltaFrame {
  readonly seq: number;
  readonly bytes: Buffer;
}

/** Size of the blocks of change numbers. A delta contains only changes of one block. */
export const changesPerBlock = 64;

// Bytes reserved in a frame for everything except items and ops: op, id, cursor, tx and brackets.
const maxEnvelopeBytes = 1024;

/** Encodes a frame as bytes, which any number of sockets can send. */
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
 * Encodes a snapshot as one or more frames. An empty snapshot also needs a frame, which clears the items at the client.
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
 * Encodes changes as deltas: one for each write, split at every block of 64 numbers and when a frame is full. The
 * splits depend only on the numbers, never on the reader's start, so that all readers get the same frames.
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

/** Changes of the log after a position, or the reason why the reader would miss changes and needs a reset. */
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

/** Position of a reader in a topic's log. */
export interface LogPosition {
  readonly logName: string;
  readonly point: CursorPoint;
}

const rangeOf = ({ logName, point }: LogPosition): ChangeRange => ({
  topic: logName,
  after: point.seq,
  upTo: (Math.floor(point.seq / changesPerBlock) + blocksPerRead) * changesPerBlock,
});

/** Changes after positions of readers, all of one instant. */
interface LogParts {
  readonly parts: readonly LogPart[];
  readonly rightsHead: TopicHead;
}

/**
 * Reads the next changes after each position. It reads whole blocks if possible, so that deltas are split in the same
 * way for all readers.
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

/** Request of a reader for a topic. `cursor` is the position to resume from, if the reader has one. */
interface SubscriptionRequest {
  /** Snapshots of topics that are the same for all their readers. */
  readonly recentSnapshots: RecentSnapshots;
  readonly resolvedTopic: ResolvedTopic;
  readonly session: LiveReader;
  readonly logName: string;
  readonly cursor: string | undefined;
}

/** Start of a subscription: refused, resumed from the cursor, or with a snapshot. */
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
 * Reads in one transaction whether the reader may read, the head and, if the cursor doesn't fit, the items. No change
 * can happen between these reads.
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
  // A topic with a name of its own in the log differs from reader to reader.
  const isShared = source.logName === undefined && source.changesWithoutLog !== true;
  const items = isShared ? await recentSnapshots.at(head, readItems) : await readItems();
  const reason = cursorCheck.kind === 'reset' ? cursorCheck.reason : null;
  return { kind: 'snapshot', point: { epoch: head.epoch, seq: head.seq }, items, reason };
};
