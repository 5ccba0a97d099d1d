import type { Page } from '@playwright/test';

/** Matches text keys and unfilled placeholders, which the page shows if a text is missing. */
const RAW_KEY_PATTERN = /^[A-Z][a-z]+([A-Z][a-z]+)+$|^[A-Za-z]+_[a-z]+$|\{\{|\}\}/;
/** Proper names that look like a text key. */
const PROPER_NAMES: ReadonlySet<string> = new Set(['PayPal', 'HafenCity']);
/** English words that don't occur in the product's German texts. */
const ENGLISH_WORD_PATTERN =
  /(?<!\p{L})(the|and|loading|close|open|error|retry|failed|please|search|settings|undefined|null|NaN|true|false)(?!\p{L})|\[object /u;

/** Returns all texts of the page, visible ones and those for screen readers. */
const readVisibleTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const visibleTexts: string[] = [document.title];
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node.parentElement?.closest('script, style') === null) visibleTexts.push(node.textContent ?? '');
    }
    for (const element of document.querySelectorAll('*')) {
      for (const attributeName of ['aria-label', 'title', 'placeholder', 'alt', 'aria-roledescription'])
        visibleTexts.push(element.getAttribute(attributeName) ?? '');
    }
    return visibleTexts.map((text) => text.trim()).filter((text) => text !== '');
  });

/** Returns the texts of the page that aren't German or are a text key. */
export const findForeignTexts = async (page: Page): Promise<string[]> => {
  const visibleTexts = await readVisibleTexts(page);
  const language = await page.locator('html').getAttribute('lang');
  return [
    ...visibleTexts.filter(
      (text) => !PROPER_NAMES.has(text) && (RAW_KEY_PATTERN.test(text) || ENGLISH_WORD_PATTERN.test(text)),
    ),
    ...(language === 'de' ? [] : [`lang is ${String(language)}`]),
  ];
};
