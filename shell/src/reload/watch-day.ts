import { berlinDay } from '@mahlzeit/contract/rules';
import type { ShellClock } from '@mahlzeit/shared-ui/platform';
import type { ReloadHolds } from './create-reload-holds';
import { hasUnsentText } from './has-unsent-text';

export interface DayDeps {
  readonly clock: ShellClock;
  readonly page: Document;
  readonly holds: Pick<ReloadHolds, 'isHeld' | 'onRelease'>;
  reload(): void;
}

/**
 * Loads the page anew once the day in Berlin is another than at start: menus, hours and discounts are a day's (S1§4).
 * Only while it is seen, and not while something is open that wouldn't survive it; then as soon as that has ended.
 */
export const watchDay = ({ clock, page, holds, reload }: DayDeps): (() => void) => {
  const firstDay = berlinDay(clock.now());
  let isReloading = false;

  const reloadIfDue = (): void => {
    if (isReloading || berlinDay(clock.now()) === firstDay) return;
    if (page.visibilityState !== 'visible' || holds.isHeld() || hasUnsentText(page)) return;
    isReloading = true;
    reload();
  };

  const stops = [clock.onMinute(reloadIfDue), holds.onRelease(reloadIfDue)];
  page.addEventListener('visibilitychange', reloadIfDue);
  return () => {
    for (const stop of stops) stop();
    page.removeEventListener('visibilitychange', reloadIfDue);
  };
};
