import type { Page } from '@playwright/test';

/** Makes the page one of a deployment that measures users who agree. Only the data in the page's own HTML changes. */
export const asMeasured = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const { parse } = JSON;
    JSON.parse = (text, reviver) => parse(text.replace('"measurementId":null', '"measurementId":"G-TEST"'), reviver);
  });
