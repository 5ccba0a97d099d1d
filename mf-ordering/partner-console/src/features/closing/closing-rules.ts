import type { RestTime } from '@mahlzeit/contract';
import { addDays } from '@mahlzeit/contract/rules';

/**
 * Effect of the button that closes the restaurant for today or opens it again. The effect depends on the closure that
 * the restaurant may already have.
 */
export type ClosingPlan =
  /**
   * The restaurant is closed today. Opening it deletes the closure; `closedUntil` is the last day of a closure that
   * lasts longer than today, otherwise null.
   */
  | { readonly kind: 'closed'; readonly closedUntil: string | null }
  /**
   * The restaurant is open. `next` is the closure for today; `replaces` is a later closure that is lost, because a
   * restaurant can have only one closure.
   */
  | { readonly kind: 'open'; readonly next: RestTime; readonly replaces: RestTime | null };

/**
 * Returns how a restaurant can be closed for today, or opened again. If a closure begins tomorrow, closing for today
 * makes it begin a day earlier.
 */
export const closingPlanOf = (restTime: RestTime | null, today: string): ClosingPlan => {
  const closureToday: RestTime = { start: today, end: today, restTimeTypeKey: null };
  if (restTime === null || restTime.end < today) return { kind: 'open', next: closureToday, replaces: null };
  if (restTime.start <= today) return { kind: 'closed', closedUntil: restTime.end === today ? null : restTime.end };
  return restTime.start === addDays(today, 1)
    ? { kind: 'open', next: { ...restTime, start: today }, replaces: null }
    : { kind: 'open', next: closureToday, replaces: restTime };
};
