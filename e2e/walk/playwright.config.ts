import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import tests from '../playwright.config';
import { SCREEN_SIZES } from '../world/world-test';
import { TOWNS } from '../remotes/towns';
import type { WalkOptions } from './walk-test';

const productProject = {
  name: 'product',
  testDir: join(import.meta.dirname, '../world'),
  testMatch: 'product.setup.ts',
};

/**
 * Configuration of the walk, which takes a screenshot of every screen (stop) in each town and at each width, in light
 * and dark colours. The screenshots are saved in `test-results/walk`.
 */
export default defineConfig<object, WalkOptions>({
  ...tests,
  testDir: import.meta.dirname,
  outputDir: '../../test-results/playwright-walk',
  globalTeardown: './contact-sheet.ts',
  reporter: 'line',
  projects: [
    productProject,
    ...TOWNS.flatMap((town) =>
      SCREEN_SIZES.map(({ device, viewport }) => ({
        name: `${town.name}-${device}`,
        testDir: import.meta.dirname,
        testMatch: 'walk.spec.ts',
        dependencies: [productProject.name],
        use: { viewport, town: town.name },
      })),
    ),
  ],
});
