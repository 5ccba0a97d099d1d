import type { Page } from '@playwright/test';

/**
 * Makes the page think that its deployment measures users who agree. Only the configuration in the page's HTML changes.
 */
export const enableMeasurement = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const { parse } = JSON;
    JSON.parse = (jsonText, reviver) =>
      parse(jsonText.replace('"measurementId":null', '"measurementId":"G-TEST"'), reviver);
  });
