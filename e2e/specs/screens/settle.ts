import type { Page, Request } from '@playwright/test';

/** Waits until the page has drawn the latest change. Movements that the change began are taken to their end at once. */
export const stillness = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    // An element that isn't laid out doesn't move either, and its animation never ends.
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
    // The end of one movement may begin the next.
    for (let moving = drawnAnimations(); moving.length > 0; moving = drawnAnimations()) {
      for (const animation of moving) if (!isEndless(animation)) animation.finish();
      await Promise.all(moving.map(({ finished }) => finished.catch(() => undefined)));
      await nextFrame();
    }
  });

/** Counts the requests of a page from now on. Returns a function that waits until all are answered and drawn. */
export const watchRequests = (page: Page): (() => Promise<void>) => {
  const open = new Set<Request>();
  let wake = (): void => undefined;
  const close = (request: Request): void => {
    open.delete(request);
    if (open.size === 0) wake();
  };
  page.on('request', (request) => open.add(request));
  page.on('requestfinished', close);
  page.on('requestfailed', close);
  return async () => {
    await stillness(page);
    while (open.size > 0) {
      await new Promise<void>((resolve) => (wake = resolve));
      await stillness(page);
    }
  };
};

/** Waits until the page has nothing left to do: late parts load once a page is idle. */
export const idleness = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: 2000 })));

/** Waits until the network has been silent for half a second and all movement is over. */
export const settle = async (page: Page): Promise<void> => {
  await page.waitForLoadState('networkidle');
  await stillness(page);
};
