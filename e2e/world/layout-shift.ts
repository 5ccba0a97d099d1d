import type { Page } from '@playwright/test';

/** Layout shift from which a page counts as jumping. */
export const NOTICEABLE_SHIFT = 0.005;

/** Returns the layout shift since the page was opened, as browsers add it up. */
export const layoutShift = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const observer = new PerformanceObserver((list) => {
          observer.disconnect();
          resolve(
            list
              .getEntries()
              .reduce((sum, entry) => sum + ('value' in entry && typeof entry.value === 'number' ? entry.value : 0), 0),
          );
        });
        observer.observe({ type: 'layout-shift', buffered: true });
        // Every page has this entry, and without an entry nothing is reported.
        observer.observe({ type: 'navigation', buffered: true });
      }),
  );
