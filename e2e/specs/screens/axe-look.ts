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

/** Rules that read colours. All others look at structure, names and sizes, which no colour scheme changes. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Returns the violations that axe reports for the page as it stands. No screen of ours holds a frame, so one run in the
 * page sees everything. `isRecoloured`: axe saw the same page in another colour scheme just before.
 */
export const axeFindings = async (
  page: Page,
  { isRecoloured = false }: { readonly isRecoloured?: boolean } = {},
): Promise<string[]> => {
  // Half a megabyte of script: once a page.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate(
    async (options) => {
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
    },
    isRecoloured ? { ...OPTIONS, runOnly: { type: 'rule' as const, values: COLOUR_RULES } } : OPTIONS,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
};
