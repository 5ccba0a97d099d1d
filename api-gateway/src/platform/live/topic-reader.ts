import type { LiveItem, ResetReason, ServerFrame } from '@mahlzeit/contract';
import type { LiveReader } from '../callers';
import { readChanges, readHead } from '../database/change-log';
import type { Change, TopicHead } from '../database/change-log';
import type { Connection } from '../database/database';
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

const joinSources = (pattern: string, sources: readonly TopicSource[]): TopicSource => {
  const namingSource = sources.find((source) => source.logName !== undefined);
  return {
    pattern,
    ...(namingSource?.logName === undefined ? {} : { logName: namingSource.logName.bind(namingSource) }),
    async mayRead(reader, param, knex) {
      // A source that knows only users would treat a restaurant's counter as an anonymous visitor.
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

const matcherOf = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .split('/')
      .map((part) => (part.startsWith(':') ? '([A-Za-z0-9_-]{1,64})' : part))
      .join('/')}$`,
  );

/**
 * Creates a function that finds the source of a topic by the topic's name. Several sources of one pattern are joined in
 * their order.
 */
export const createTopicIndex = (sources: readonly TopicSource[]): ((topic: string) => ResolvedTopic | null) => {
  const patterns = [...new Set(sources.map((source) => source.pattern))];
  const topicMatchers = patterns.map((pattern) => ({
    matcher: matcherOf(pattern),
    source: joinSources(
      pattern,
      sources.filter((source) => source.pattern === pattern),
    ),
  }));
  return (topic) => {
    for (const { matcher, source } of topicMatchers) {
      const match = matcher.exec(topic);
      if (match !== null) return { source, param: match[1] ?? null };
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
  const match = /^([A-Za-z0-9_-]+)\.(\d{1,15})$/.exec(text);
  return match === null ? null : { epoch: String(match[1]), seq: Number(match[2]) };
};

/**
 * Compares a reader's position with the head. A cursor that no gateway has made, which is `null` here, counts as
 * another history.
 */
const checkPoint = (point: CursorPoint | null, head: TopicHead): CursorCheck => {
  if (point === null || point.epoch !== head.epoch) return { kind: 'reset', reason: 'foreign' };
  if (point.seq > head.seq) return { kind: 'reset', reason: 'ahead' };
  if (point.seq < head.floor) return { kind: 'reset', reason: 'tooOld' };
  return { kind: 'good', seq: point.seq };
};

/** Checks the cursor of a `sub` frame. A `sub` frame without a cursor requests a snapshot. */
const checkCursor = (cursor: string | undefined, head: TopicHead): CursorCheck =>
  cursor === undefined ? { kind: 'none' } : checkPoint(parseCursor(cursor), head);

/** A delta frame for all subscribers; `seq` is the number of its last change. */
export interface DeltaFrame {
  readonly seq: number;
  readonly bytes: Buffer;
}

/** Size of the blocks of change numbers. A delta contains only changes of one block. */
export const blockSize = 64;

// Bytes reserved in a frame for everything except items and ops: op, id, cursor, tx and brackets.
const envelopeBytes = 1024;

/** Encodes a frame as bytes, which any number of sockets can send. */
export const encodeFrame = (frame: ServerFrame): Buffer => Buffer.from(JSON.stringify(frame));

/** Splits a list into chunks of at most `room` bytes. A larger entry gets its own chunk. */
const chunkBySize = <T>(entries: readonly T[], sizeOf: (entry: T) => number, maxBytes: number): T[][] => {
  const chunks: T[][] = [];
  let freeBytes = 0;
  for (const entry of entries) {
    const size = sizeOf(entry) + 1;
    const currentChunk = chunks.at(-1);
    if (currentChunk === undefined || size > freeBytes) {
      chunks.push([entry]);
      freeBytes = maxBytes - size;
    } else {
      currentChunk.push(entry);
      freeBytes -= size;
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
  const pages = chunkBySize(itemTexts, (text) => Buffer.byteLength(text), snapshot.frameBytes - envelopeBytes);
  if (pages.length === 0) pages.push([]);
  const frameStart = `{"op":"snap","id":${JSON.stringify(id)},"cursor":${JSON.stringify(cursor)},"items":[`;
  return pages.map((page, index) => Buffer.from(`${frameStart}${page.join(',')}],"more":${index < pages.length - 1}}`));
};

const isSameDelta = (left: Change, right: Change): boolean =>
  left.tx === right.tx && Math.floor((left.seq - 1) / blockSize) === Math.floor((right.seq - 1) / blockSize);

const groupChanges = (changes: readonly Change[]): Change[][] => {
  const groups: Change[][] = [];
  for (const change of changes) {
    const lastGroup = groups.at(-1);
    const lastChange = lastGroup?.at(-1);
    if (lastGroup !== undefined && lastChange !== undefined && isSameDelta(lastChange, change)) lastGroup.push(change);
    else groups.push([change]);
  }
  return groups;
};

/**
 * Encodes changes as deltas: one for each write, split at every block of 64 numbers and when a frame is full. The
 * splits depend only on the numbers, never on the reader's start, so that all readers get the same frames.
 */
export const encodeDeltas = (
  topic: { readonly id: string; readonly epoch: string; readonly frameBytes: number },
  changes: readonly Change[],
): DeltaFrame[] =>
  groupChanges(changes)
    .flatMap((group) => chunkBySize(group, (change) => Buffer.byteLength(change.op), topic.frameBytes - envelopeBytes))
    .flatMap((chunk) => {
      const lastChange = chunk.at(-1);
      if (lastChange === undefined) return [];
      const cursor = formatCursor({ epoch: topic.epoch, seq: lastChange.seq });
      const frameStart = `{"op":"delta","id":${JSON.stringify(topic.id)},"cursor":${JSON.stringify(cursor)},"tx":${JSON.stringify(lastChange.tx)},"ops":[`;
      return [
        { seq: lastChange.seq, bytes: Buffer.from(`${frameStart}${chunk.map((change) => change.op).join(',')}]}`) },
      ];
    });

/** Changes of the log after a position, or the reason why the reader would miss changes and needs a reset. */
export type LogPart =
  | { readonly kind: 'changes'; readonly changes: readonly Change[]; readonly isAtHead: boolean }
  | { readonly kind: 'reset'; readonly reason: ResetReason };

const blocksPerRead = 4;

/**
 * Reads the next changes after a position. It reads whole blocks if possible, so that deltas are split in the same way
 * for all readers.
 */
export const readLogPart = async (knex: Connection, logName: string, point: CursorPoint): Promise<LogPart> => {
  const head = await readHead(knex, logName);
  const cursorCheck = checkPoint(point, head);
  if (cursorCheck.kind === 'reset') return cursorCheck;
  const lastBlockEnd = (Math.floor(point.seq / blockSize) + blocksPerRead) * blockSize;
  const changes = await readChanges(knex, logName, { after: point.seq, limit: lastBlockEnd - point.seq });
  return { kind: 'changes', changes, isAtHead: (changes.at(-1)?.seq ?? point.seq) === head.seq };
};

/** Request of a reader for a topic. `cursor` is the position to resume from, if the reader has one. */
interface SubscriptionRequest {
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
  { resolvedTopic, session, logName, cursor }: SubscriptionRequest,
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
  const items = await resolvedTopic.source.snapshot(session, resolvedTopic.param, knex);
  const reason = cursorCheck.kind === 'reset' ? cursorCheck.reason : null;
  return { kind: 'snapshot', point: { epoch: head.epoch, seq: head.seq }, items, reason };
};
