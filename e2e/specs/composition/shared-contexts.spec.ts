import { expect, test } from '@playwright/test';
import { createSharedContexts } from '../../world/shared-contexts';

const ORIGIN = 'http://127.0.0.1:9';
/** Time in ms for which the previous page's script keeps running: longer than the next page needs to open. */
const BUSY_MS = 1_000;
const BLANK_PAGE = { contentType: 'text/html', body: '<!doctype html>' };

test('a page that is busy while its test ends leaves nothing to the page of the next test', async ({ browser }) => {
  const sharedContexts = createSharedContexts(browser);
  const openPage = async () => {
    const context = await sharedContexts.takeContext({ baseURL: ORIGIN });
    const page = await context.newPage();
    await page.route('**', (route) => route.fulfill(BLANK_PAGE));
    await page.goto('/');
    return { context, page };
  };
  const formerPage = await openPage();
  const whenSessionSent = new Promise<void>((resolve) => {
    void formerPage.page.route('**/session', (route) => route.fulfill(BLANK_PAGE).then(resolve));
  });
  await formerPage.page.evaluate((busyMs) => {
    // The session's response arrives while the previous page's script runs. Only afterwards does that page write to the
    // storage.
    void fetch('/session').then(() => localStorage.setItem('session', 'former'));
    setTimeout(() => {
      for (const end = performance.now() + busyMs; performance.now() < end;);
    });
  }, BUSY_MS);
  await whenSessionSent;
  await sharedContexts.returnContext(formerPage.context);
  const nextPage = await openPage();
  await nextPage.page.reload();
  expect(await nextPage.page.evaluate("localStorage.getItem('session')")).toBeNull();
  await sharedContexts.returnContext(nextPage.context);
  await sharedContexts.close();
});
