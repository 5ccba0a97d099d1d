import type { Page, Request } from '@playwright/test';

/** Waits until the page has drawn the latest change. Animations that the change started are finished at once. */
export const waitUntilStill = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const waitForNextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    // An element that isn't laid out doesn't move, and its animation never ends, so it is left out.
    const listDrawnAnimations = (): Animation[] =>
      document
        .getAnimations()
        .filter(
          ({ effect }) =>
            effect instanceof KeyframeEffect &&
            effect.target?.checkVisibility({ contentVisibilityAuto: true }) === true,
        );
    const isEndlessAnimation = ({ effect }: Animation): boolean => effect?.getComputedTiming().endTime === Infinity;
    await waitForNextFrame();
    await waitForNextFrame();
    // The end of one animation may start the next. An endless animation counts as ended when its element is gone or
    // isn't laid out.
    for (
      let runningAnimations = listDrawnAnimations();
      runningAnimations.length > 0;
      runningAnimations = listDrawnAnimations()
    ) {
      const finiteAnimations = runningAnimations.filter((animation) => !isEndlessAnimation(animation));
      for (const animation of finiteAnimations) animation.finish();
      await Promise.all(finiteAnimations.map(({ finished }) => finished.catch(() => undefined)));
      await waitForNextFrame();
    }
  });

/**
 * Counts the requests of a page from this call on. Returns a function that waits until all responses have arrived and
 * are drawn.
 */
export const watchRequests = (page: Page): (() => Promise<void>) => {
  const openRequests = new Set<Request>();
  let resolveIdle = (): void => undefined;
  const onRequestEnd = (request: Request): void => {
    openRequests.delete(request);
    if (openRequests.size === 0) resolveIdle();
  };
  page.on('request', (request) => openRequests.add(request));
  page.on('requestfinished', onRequestEnd);
  page.on('requestfailed', onRequestEnd);
  return async () => {
    await waitUntilStill(page);
    while (openRequests.size > 0) {
      await new Promise<void>((resolve) => (resolveIdle = resolve));
      await waitUntilStill(page);
    }
  };
};

/** Waits until the page is idle, because some components only load after that. */
export const waitUntilBrowserIdle = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: 2000 })));

/** Waits until the network has been silent for half a second and all animations have ended. */
export const waitUntilSettled = async (page: Page): Promise<void> => {
  await page.waitForLoadState('networkidle');
  await waitUntilStill(page);
};
