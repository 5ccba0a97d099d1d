import type { Page } from '@playwright/test';

/**
 * Makes the page run as in a deployment that measures how users who agree use the product. Only the configuration in
 * the page's HTML changes; the gateway stays the same.
 */
export const enableMeasurement = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const { parse } = JSON;
    JSON.parse = (jsonText, reviver) =>
      parse(jsonText.replace('"measurementId":null', '"measurementId":"G-TEST"'), reviver);
  });
