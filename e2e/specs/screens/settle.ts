import type { Page, Request } from '@playwright/test';

/** Waits until what was just changed is drawn and all movement that it began is over. */
export const stillness = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    // What isn't laid out doesn't move either, and never tells that it has come to its end.
    const drawn = document
      .getAnimations()
      .filter(
        ({ effect }) =>
          effect instanceof KeyframeEffect && effect.target?.checkVisibility({ contentVisibilityAuto: true }) === true,
      );
    await Promise.all(drawn.map(({ finished }) => finished.catch(() => undefined)));
  });

/** Movement and what comes late change what is seen: waits until all of it is over. */
export const settle = async (page: Page): Promise<void> => {
  await page.waitForLoadState('networkidle');
  await stillness(page);
};

/** Counts what the page asks for from now on. Returns the way to wait until all of it has come and is drawn. */
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
