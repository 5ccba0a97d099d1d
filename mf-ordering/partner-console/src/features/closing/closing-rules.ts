import type { RestTime } from '@mahlzeit/contract';
import { addDays } from '@mahlzeit/contract/rules';

/** Effect of closing for today, beside a closure that the restaurant may already have. */
export type ClosingPlan =
  /** Closed today. Opening ends the closure; `closedUntil`: last day of a longer closure. */
  | { readonly kind: 'closed'; readonly closedUntil: string | null }
  /** Open. `next` closes today; `replaces`: a later closure that gets lost. */
  | { readonly kind: 'open'; readonly next: RestTime; readonly replaces: RestTime | null };

/**
 * Returns how a restaurant can be closed for today, or opened again. A closure that begins tomorrow begins a day
 * earlier.
 */
export const closingOf = (restTime: RestTime | null, today: string): ClosingPlan => {
  const justToday: RestTime = { start: today, end: today, restTimeTypeKey: null };
  if (restTime === null || restTime.end < today) return { kind: 'open', next: justToday, replaces: null };
  if (restTime.start <= today) return { kind: 'closed', closedUntil: restTime.end === today ? null : restTime.end };
  return restTime.start === addDays(today, 1)
    ? { kind: 'open', next: { ...restTime, start: today }, replaces: null }
    : { kind: 'open', next: justToday, replaces: restTime };
};
