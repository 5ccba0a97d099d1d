import type { ResetReason } from '@mahlzeit/contract';
import type { Knex } from 'knex';
import { readHead } from '../database/change-log';
import type { CallerSession, TopicItem } from '../types';
import { checkCursor, type CursorPoint } from './cursor';
import type { FoundTopic } from './topic-index';

/** Who wants to read what, and the cursor that they resume from. */
export interface SubscriptionRequest {
  readonly found: FoundTopic;
  readonly session: CallerSession;
  readonly logName: string;
  readonly cursor: string | undefined;
}

/** How a subscription begins. */
export type SubscriptionStart =
  | { readonly kind: 'forbidden' }
  | { readonly kind: 'resume'; readonly point: CursorPoint; readonly isAtHead: boolean }
  | { readonly kind: 'snapshot'; readonly point: CursorPoint; readonly items: readonly TopicItem[]; readonly reason: ResetReason | null };

/** Reads rights, head and, where the cursor doesn't hold, rows: all of one instant, so that no change falls between them. */
export const readSubscriptionStart = async (knex: Knex, { found, session, logName, cursor }: SubscriptionRequest): Promise<SubscriptionStart> => {
  if (!(await found.source.mayRead(session, found.param, knex))) return { kind: 'forbidden' };
  const head = await readHead(knex, logName);
  const verdict = checkCursor(cursor, head);
  if (verdict.kind === 'good') return { kind: 'resume', point: { epoch: head.epoch, seq: verdict.seq }, isAtHead: verdict.seq === head.seq };
  const items = await found.source.snapshot(session, found.param, knex);
  const reason = verdict.kind === 'reset' ? verdict.reason : null;
  return { kind: 'snapshot', point: { epoch: head.epoch, seq: head.seq }, items, reason };
};
