import type { Page } from '@playwright/test';
import { expect, test } from '../../world/world-test';

test.use({ baseURL: ({ noonWorld }, provide) => provide(noonWorld.url) });

/** Returns the words of the open dialogs whose letters stand in more than one line. */
const findSplitWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const splitWords: string[] = [];
    for (const dialog of document.querySelectorAll('[role=dialog]')) {
      const walker = document.createTreeWalker(dialog, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[\p{L}\p{N}]+/gu)) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          if (lines.size > 1) splitWords.push(word);
        }
      }
    }
    return splitWords;
  });

for (const [name, width, textSize] of [
  ['letters at 200 %', 360, '200%'],
  ['the narrowest phone', 320, '100%'],
] as const)
  test(`the cart stacks no letters and leaves room for the order: ${name}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 740 });
    await page.goto('/restaurants#details/forno-nord');
    await page.getByRole('button', { name: 'In den Warenkorb' }).first().click();
    await page.goto('/restaurants#details/forno-nord/cart');
    const orderButton = page.getByRole('button', { name: 'Zahlungspflichtig bestellen' });
    await expect(orderButton).toBeVisible();
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = size;
    }, textSize);
    const dock = page.locator('footer').filter({ has: orderButton });
    await expect.poll(async () => (await dock.boundingBox())?.height ?? Infinity).toBeLessThanOrEqual(0.35 * 740);
    expect(await findSplitWords(page)).toEqual([]);
    await page.screenshot({ path: test.info().outputPath('cart.png') });
  });
