import type { Page } from '@playwright/test';

/** Layout shift score above which a page visibly jumps. */
export const NOTICEABLE_SHIFT_SCORE = 0.005;

/** Returns the sum of all layout shift scores since the page was opened. */
export const measureLayoutShift = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const observer = new PerformanceObserver((entryList) => {
          observer.disconnect();
          resolve(
            entryList
              .getEntries()
              .reduce(
                (shiftSum, shiftEntry) =>
                  shiftSum + ('value' in shiftEntry && typeof shiftEntry.value === 'number' ? shiftEntry.value : 0),
                0,
              ),
          );
        });
        observer.observe({ type: 'layout-shift', buffered: true });
        // The observer also waits for the navigation entry, which every page has. Without any entry the observer would
        // never call back.
        observer.observe({ type: 'navigation', buffered: true });
      }),
  );
