import type { Page, Request } from '@playwright/test';

/** Waits until the page has drawn the latest change. Animations that the change started are finished at once. */
export const waitUntilStill = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    // An element without layout doesn't move, and its animation never ends.
    const drawnAnimations = (): Animation[] =>
      document
        .getAnimations()
        .filter(
          ({ effect }) =>
            effect instanceof KeyframeEffect &&
            effect.target?.checkVisibility({ contentVisibilityAuto: true }) === true,
        );
    const isEndless = ({ effect }: Animation): boolean => effect?.getComputedTiming().endTime === Infinity;
    await nextFrame();
    await nextFrame();
    // The end of one animation may start the next. An endless one counts as ended when its element is gone or isn't
    // laid out.
    for (
      let runningAnimations = drawnAnimations();
      runningAnimations.length > 0;
      runningAnimations = drawnAnimations()
    ) {
      const finiteAnimations = runningAnimations.filter((animation) => !isEndless(animation));
      for (const animation of finiteAnimations) animation.finish();
      await Promise.all(finiteAnimations.map(({ finished }) => finished.catch(() => undefined)));
      await nextFrame();
    }
  });

/**
 * Counts the requests of a page from this call on. Returns a function that waits until all responses have arrived and
 * are drawn.
 */
export const watchRequests = (page: Page): (() => Promise<void>) => {
  const openRequests = new Set<Request>();
  let notifyIdle = (): void => undefined;
  const onRequestEnd = (request: Request): void => {
    openRequests.delete(request);
    if (openRequests.size === 0) notifyIdle();
  };
  page.on('request', (request) => openRequests.add(request));
  page.on('requestfinished', onRequestEnd);
  page.on('requestfailed', onRequestEnd);
  return async () => {
    await waitUntilStill(page);
    while (openRequests.size > 0) {
      await new Promise<void>((resolve) => (notifyIdle = resolve));
      await waitUntilStill(page);
    }
  };
};

/** Waits until the page is idle, because some parts only load once the page is idle. */
export const waitUntilIdle = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: 2000 })));

/** Waits until the network has been silent for half a second and all animations have ended. */
export const waitUntilSettled = async (page: Page): Promise<void> => {
  await page.waitForLoadState('networkidle');
  await waitUntilStill(page);
};
