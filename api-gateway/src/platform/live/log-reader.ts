import type { ResetReason } from '@mahlzeit/contract';
import type { Knex } from 'knex';
import { readChanges, readHead, type Change } from '../database/change-log';
import { checkPoint, type CursorPoint } from './cursor';
import { blockSize } from './frames';

/** What the log holds behind a point, or why reading on from there would miss something. */
export type LogPart =
  | { readonly kind: 'changes'; readonly changes: readonly Change[]; readonly isAtHead: boolean }
  | { readonly kind: 'reset'; readonly reason: ResetReason };

const blocksAtOnce = 4;

/** Reads the next changes behind a point, whole blocks where there are that many, so that deltas are cut alike for everybody. */
export const readOn = async (knex: Knex, logName: string, point: CursorPoint): Promise<LogPart> => {
  const head = await readHead(knex, logName);
  const verdict = checkPoint(point, head);
  if (verdict.kind === 'reset') return verdict;
  const lastBlockEnd = (Math.floor(point.seq / blockSize) + blocksAtOnce) * blockSize;
  const changes = await readChanges(knex, logName, { after: point.seq, limit: lastBlockEnd - point.seq });
  return { kind: 'changes', changes, isAtHead: (changes.at(-1)?.seq ?? point.seq) === head.seq };
};
