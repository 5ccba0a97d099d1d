import type { Page } from '@playwright/test';

/** Text keys and unfilled placeholders, which the page shows if a text is missing. */
const RAW_KEY = /^[A-Z][a-z]+([A-Z][a-z]+)+$|^[A-Za-z]+_[a-z]+$|\{\{|\}\}/;
/** Proper names that look like a text key. */
const PROPER_NAMES: ReadonlySet<string> = new Set(['PayPal', 'HafenCity']);
/** English words that no German sentence of ours needs. */
const ENGLISH_WORD =
  /(?<!\p{L})(the|and|loading|close|open|error|retry|failed|please|search|settings|undefined|null|NaN|true|false)(?!\p{L})|\[object /u;

/** Returns all texts of the page, visible ones and those for screen readers. */
const readTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: string[] = [document.title];
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node.parentElement?.closest('script, style') === null) texts.push(node.textContent ?? '');
    }
    for (const element of document.querySelectorAll('*')) {
      for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-roledescription'])
        texts.push(element.getAttribute(name) ?? '');
    }
    return texts.map((text) => text.trim()).filter((text) => text !== '');
  });

/** Returns the texts of the page that aren't German or are a text key. */
export const foreignTexts = async (page: Page): Promise<string[]> => {
  const texts = await readTexts(page);
  const language = await page.locator('html').getAttribute('lang');
  return [
    ...texts.filter((text) => !PROPER_NAMES.has(text) && (RAW_KEY.test(text) || ENGLISH_WORD.test(text))),
    ...(language === 'de' ? [] : [`lang is ${String(language)}`]),
  ];
};
