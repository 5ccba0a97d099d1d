import axe from 'axe-core';
import type { Page } from '@playwright/test';
import * as z from 'zod/mini';

const Findings = z.object({
  violations: z.array(z.object({ id: z.string(), nodes: z.array(z.object({ target: z.array(z.unknown()), failureSummary: z.optional(z.string()) })) })),
});

const OPTIONS = {
  resultTypes: ['violations'],
  // A hash is the address of a screen here: axe takes such links in the unseen part of a sheet for skip links without a
  // target. The one that skips to the content is followed in keyboard.spec.ts.
  rules: { 'skip-link': { enabled: false } },
};

/** What axe finds on the page as it stands. No screen of ours holds a frame, so one run in the page sees everything. */
export const axeFindings = async (page: Page): Promise<string[]> => {
  // Half a megabyte of script: once a page.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source);
  const { violations } = Findings.parse(await page.evaluate(`axe.run(document, ${JSON.stringify(OPTIONS)})`));
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary ?? ''}`));
};
