import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from '../../world/world-test';
import { visitAll } from './visit-cases';

interface Finding {
  readonly screen: string;
  readonly rule: string;
  readonly where: readonly string[];
}

const findingsOn = async (page: Page, screen: string): Promise<Finding[]> => {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => ({ screen, rule: id, where: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary ?? ''}`) }));
};

for (const width of [360, 1440]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(`${width} px, ${colorScheme}`, () => {
      test.use({ viewport: { width, height: 800 }, colorScheme });

      test('axe finds nothing on any screen', async ({ context, complaints }) => {
        test.setTimeout(240_000);
        const findings: Finding[] = [];
        await visitAll({ context, complaints, look: async (page, screen) => void findings.push(...(await findingsOn(page, screen))) });
        expect(findings).toEqual([]);
      });
    });
  }
}
