import type { RestTime } from '@mahlzeit/contract';
import { addDays } from '@mahlzeit/contract/rules';

/** What closing for today does to a closure that stands already. */
export type ClosingPlan =
  /** Closed today. Opening ends the closure; `until`: its last day where that is later. */
  | { readonly kind: 'closed'; readonly until: string | null }
  /** Open. `next` closes today; `replaces`: a later closure that is lost by it. */
  | { readonly kind: 'open'; readonly next: RestTime; readonly replaces: RestTime | null };

/** How a place can be closed for today, or opened again. A closure that begins tomorrow begins a day earlier. */
export const closingOf = (restTime: RestTime | null, today: string): ClosingPlan => {
  const justToday: RestTime = { start: today, end: today, restTimeTypeKey: null };
  if (restTime === null || restTime.end < today) return { kind: 'open', next: justToday, replaces: null };
  if (restTime.start <= today) return { kind: 'closed', until: restTime.end === today ? null : restTime.end };
  return restTime.start === addDays(today, 1)
    ? { kind: 'open', next: { ...restTime, start: today }, replaces: null }
    : { kind: 'open', next: justToday, replaces: restTime };
};
