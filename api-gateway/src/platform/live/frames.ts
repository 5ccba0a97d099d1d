import type { LiveItem, ServerFrame } from '@mahlzeit/contract';
import type { Change } from '../database/change-log';
import type { TopicItem } from '../types';
import { formatCursor } from './cursor';

/** A delta as it goes to every subscriber alike, with the number of its last change. */
export interface DeltaFrame {
  readonly seq: number;
  readonly bytes: Buffer;
}

/** Changes of one delta share a block of this many numbers. */
export const blockSize = 64;

// Room for what surrounds items and ops in a frame: op, id, cursor, tx and brackets.
const envelopeBytes = 1024;

/** Encodes a frame once, for however many sockets. */
export const encodeFrame = (frame: ServerFrame): Buffer => Buffer.from(JSON.stringify(frame));

/** Cuts a list where the next entry would not fit any more; an entry that is too big by itself stands alone. */
const chunked = <T>(entries: readonly T[], sizeOf: (entry: T) => number, room: number): T[][] => {
  const chunks: T[][] = [];
  let left = 0;
  for (const entry of entries) {
    const size = sizeOf(entry) + 1;
    const current = chunks.at(-1);
    if (current === undefined || size > left) {
      chunks.push([entry]);
      left = room - size;
    } else {
      current.push(entry);
      left -= size;
    }
  }
  return chunks;
};

/** The frames of a snapshot, as many as its items need; at least one, which empties what the client held. */
export const encodeSnapshot = (id: string, cursor: string, snapshot: { readonly items: readonly TopicItem[]; readonly frameBytes: number }): Buffer[] => {
  const texts = snapshot.items.map(({ collection, key, value }) => JSON.stringify({ collection, key, value } satisfies Omit<LiveItem, 'value'> & { value: object }));
  const pages = chunked(texts, (text) => Buffer.byteLength(text), snapshot.frameBytes - envelopeBytes);
  if (pages.length === 0) pages.push([]);
  const start = `{"op":"snap","id":${JSON.stringify(id)},"cursor":${JSON.stringify(cursor)},"items":[`;
  return pages.map((page, index) => Buffer.from(`${start}${page.join(',')}],"more":${index < pages.length - 1}}`));
};

const isSameDelta = (one: Change, other: Change): boolean =>
  one.tx === other.tx && Math.floor((one.seq - 1) / blockSize) === Math.floor((other.seq - 1) / blockSize);

const groupChanges = (changes: readonly Change[]): Change[][] => {
  const groups: Change[][] = [];
  for (const change of changes) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (group !== undefined && last !== undefined && isSameDelta(last, change)) group.push(change);
    else groups.push([change]);
  }
  return groups;
};

/**
 * The deltas of a run of changes: one for each write, cut at every block of 64 numbers and where a frame is full.
 * Cuts depend on the numbers alone, never on where a reader began, so that readers who meet have seen the same frames.
 */
export const encodeDeltas = (topic: { readonly id: string; readonly epoch: string; readonly frameBytes: number }, changes: readonly Change[]): DeltaFrame[] =>
  groupChanges(changes)
    .flatMap((group) => chunked(group, (change) => Buffer.byteLength(change.op), topic.frameBytes - envelopeBytes))
    .flatMap((chunk) => {
      const last = chunk.at(-1);
      if (last === undefined) return [];
      const cursor = formatCursor({ epoch: topic.epoch, seq: last.seq });
      const head = `{"op":"delta","id":${JSON.stringify(topic.id)},"cursor":${JSON.stringify(cursor)},"tx":${JSON.stringify(last.tx)},"ops":[`;
      return [{ seq: last.seq, bytes: Buffer.from(`${head}${chunk.map((change) => change.op).join(',')}]}`) }];
    });
