import type { Page } from '@playwright/test';

/** From here on a page counts as one in which things jump. */
export const NOTICEABLE_SHIFT = 0.005;

/** How far everything has jumped since the page was opened, as browsers add it up. */
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
        // Every page has this one, and without an entry nothing is reported.
        observer.observe({ type: 'navigation', buffered: true });
      }),
  );
