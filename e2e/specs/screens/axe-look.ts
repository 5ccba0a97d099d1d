import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { stillness } from './settle';

// A hash is the address of a screen here: axe takes such links in the unseen part of a sheet for skip links without a
// target. The one that skips to the content is followed in keyboard.spec.ts.
const MISTAKEN = ['skip-link'];

const findingsOf = async (page: Page): Promise<string[]> => {
  const { violations } = await new AxeBuilder({ page }).disableRules(MISTAKEN).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary ?? ''}`));
};

/** What axe finds on the page as it stands, first light, then dark. */
export const axeFindings = async (page: Page): Promise<string[]> => {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await stillness(page);
    found.push(...(await findingsOf(page)).map((finding) => `${colorScheme}: ${finding}`));
  }
  return found;
};
