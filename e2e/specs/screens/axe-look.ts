import axe from 'axe-core';
import type { RunOptions } from 'axe-core';
import type { Page } from '@playwright/test';

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}

const AXE_OPTIONS: RunOptions = {
  resultTypes: ['violations'],
  // In this product a link to a hash opens a screen. For axe such a link is a skip link without a target if it is in
  // the hidden part of a sheet. keyboard.spec.ts tests the real skip link.
  rules: { 'skip-link': { enabled: false } },
};

/** Rules that depend on colours. All other rules check structure, names and sizes, which no colour scheme changes. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Returns the violations that axe reports for the page in its current state. The product's screens contain no iframe,
 * so one run covers the whole page. `isRecoloured`: axe has just checked the same page in another colour scheme, so
 * only the colour rules run.
 */
export const findAxeViolations = async (
  page: Page,
  { isRecoloured = false }: { readonly isRecoloured?: boolean } = {},
): Promise<string[]> => {
  // The script of axe has half a megabyte, so it is loaded only once into each page.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate(
    async (axeOptions) => {
      const { createTreeWalker } = document;
      // axe computes the layout of each element that it visits. This filter skips the page behind a sheet, which other
      // cases check, and the lines of drawings, because axe would spend most of its time there.
      const treeWalkerFilter: NodeFilter = (node) =>
        node instanceof Element && (node.hasAttribute('inert') || node.parentElement instanceof SVGElement)
          ? NodeFilter.FILTER_REJECT
          : NodeFilter.FILTER_ACCEPT;
      document.createTreeWalker = (root, whatToShow) =>
        createTreeWalker.call(document, root, whatToShow, treeWalkerFilter);
      try {
        return await window.axe.run({ exclude: [['[inert]']] }, axeOptions);
      } finally {
        document.createTreeWalker = createTreeWalker;
      }
    },
    isRecoloured ? { ...AXE_OPTIONS, runOnly: { type: 'rule' as const, values: COLOUR_RULES } } : AXE_OPTIONS,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
};
