import { berlinDay } from '@mahlzeit/contract/rules';
import type { ShellClock } from '@mahlzeit/shared-ui/platform';
import type { ReloadHolds } from '../loading/reload';

const textFieldSelector =
  'textarea, input:not([type]), input[type=text], input[type=email], input[type=password], input[type=tel], input[type=number], input[type=url]';

/**
 * Returns whether a field in an open dialog contains text. Text in the search field of the page doesn't count, because
 * it may be lost.
 */
export const hasUnsentText = (page: ParentNode): boolean =>
  [
    ...page.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
      `:is([role=dialog], [role=alertdialog]) :is(${textFieldSelector}):read-write`,
    ),
  ].some(({ value }) => value.trim() !== '');

interface DayWatchDeps {
  readonly clock: ShellClock;
  /** Time at which the page was opened; epoch milliseconds. */
  readonly openedAt: number;
  readonly page: Document;
  readonly holds: Pick<ReloadHolds, 'isHeld' | 'onRelease'>;
  reload(): void;
}

/**
 * Reloads the page when the day in Berlin has changed since the page was opened, because menus, opening hours and
 * discounts belong to one day (S1§4). The page must be visible, and no unsaved input may be lost; otherwise the reload
 * waits. Returns an unsubscribe function.
 */
export const watchDay = ({ clock, openedAt, page, holds, reload }: DayWatchDeps): (() => void) => {
  const openedDay = berlinDay(openedAt);
  let isReloading = false;

  const reloadIfDue = (): void => {
    if (isReloading || berlinDay(clock.now()) === openedDay) return;
    if (page.visibilityState !== 'visible' || holds.isHeld() || hasUnsentText(page)) return;
    isReloading = true;
    reload();
  };

  const stopFunctions = [clock.onMinute(reloadIfDue), holds.onRelease(reloadIfDue)];
  page.addEventListener('visibilitychange', reloadIfDue);
  reloadIfDue();
  return () => {
    for (const stop of stopFunctions) stop();
    page.removeEventListener('visibilitychange', reloadIfDue);
  };
};
