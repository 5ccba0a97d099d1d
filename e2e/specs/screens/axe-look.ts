import axe from 'axe-core';
import type { RunOptions } from 'axe-core';
import type { Page } from '@playwright/test';

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}

const OPTIONS: RunOptions = {
  resultTypes: ['violations'],
  // A hash is the address of a screen here: axe takes such links in the unseen part of a sheet for skip links without a
  // target. The one that skips to the content is followed in keyboard.spec.ts.
  rules: { 'skip-link': { enabled: false } },
};

/** What axe finds on the page as it stands. No screen of ours holds a frame, so one run in the page sees everything. */
export const axeFindings = async (page: Page): Promise<string[]> => {
  // Half a megabyte of script: once a page.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate(async (options) => {
    const { createTreeWalker } = document;
    // axe lays out each element that it walks past: most of its time would go to the page behind a sheet, which has
    // cases of its own, and to the lines of drawings.
    const isWalked: NodeFilter = (node) =>
      node instanceof Element && (node.hasAttribute('inert') || node.parentElement instanceof SVGElement)
        ? NodeFilter.FILTER_REJECT
        : NodeFilter.FILTER_ACCEPT;
    document.createTreeWalker = (root, what) => createTreeWalker.call(document, root, what, isWalked);
    try {
      return await window.axe.run({ exclude: [['[inert]']] }, options);
    } finally {
      document.createTreeWalker = createTreeWalker;
    }
  }, OPTIONS);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
};
