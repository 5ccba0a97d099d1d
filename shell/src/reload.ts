import { berlinDay } from '@mahlzeit/contract/rules';
import type { ShellApi, ShellClock } from '@mahlzeit/shared-ui/platform';

/** What keeps the page from loading itself anew. */
export interface ReloadHolds {
  readonly hold: ShellApi['holdReload'];
  isHeld(): boolean;
  /** Called when the last hold has ended. Returns an unsubscribe function. */
  onRelease(listener: () => void): () => void;
}

/** Counts the payments and drafts that are under way. */
export const createReloadHolds = (): ReloadHolds => {
  const held = new Set<object>();
  const listeners = new Set<() => void>();
  return {
    hold() {
      const own = {};
      held.add(own);
      return () => {
        if (held.delete(own) && held.size === 0) for (const listener of [...listeners]) listener();
      };
    },
    isHeld: () => held.size > 0,
    onRelease(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};

const typedInto = 'textarea, input:not([type]), input[type=text], input[type=email], input[type=password], input[type=tel], input[type=number], input[type=url]';

/** Whether somebody has typed something into a field of an open dialog. Text in the page's search is no loss. */
export const hasUnsentText = (page: ParentNode): boolean =>
  [...page.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(`:is([role=dialog], [role=alertdialog]) :is(${typedInto}):read-write`)].some(({ value }) => value.trim() !== '');

interface DayDeps {
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
