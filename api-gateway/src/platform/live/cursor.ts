import type { ResetReason } from '@mahlzeit/contract';
import type { TopicHead } from '../database/topic-head';

/** How far a reader has come in one history of a topic. */
export interface CursorPoint {
  readonly epoch: string;
  readonly seq: number;
}

/** What a cursor is worth against a topic's head. */
export type CursorCheck = { readonly kind: 'good'; readonly seq: number } | { readonly kind: 'none' } | { readonly kind: 'reset'; readonly reason: ResetReason };

/** The cursor as it goes over the wire. */
export const formatCursor = ({ epoch, seq }: CursorPoint): string => `${epoch}.${seq}`;

const parseCursor = (text: string): CursorPoint | null => {
  const match = /^([A-Za-z0-9_-]+)\.(\d{1,15})$/.exec(text);
  return match === null ? null : { epoch: String(match[1]), seq: Number(match[2]) };
};

/** Checks where a reader stands; a cursor that nobody here has made counts as another history's. */
export const checkPoint = (point: CursorPoint | null, head: TopicHead): CursorCheck => {
  if (point === null || point.epoch !== head.epoch) return { kind: 'reset', reason: 'foreign' };
  if (point.seq > head.seq) return { kind: 'reset', reason: 'ahead' };
  if (point.seq < head.floor) return { kind: 'reset', reason: 'tooOld' };
  return { kind: 'good', seq: point.seq };
};

/** Checks the cursor of a `sub` frame; none at all asks for a snapshot. */
export const checkCursor = (cursor: string | undefined, head: TopicHead): CursorCheck =>
  cursor === undefined ? { kind: 'none' } : checkPoint(parseCursor(cursor), head);
