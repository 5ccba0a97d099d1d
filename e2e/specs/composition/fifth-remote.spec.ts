import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { addProbe, PROBE, PROBE_TITLE } from '../../fixtures/fifth-remote';
import type { CheckoutCopy } from '../../fixtures/checkout-copy';
import { copyCheckout } from '../../fixtures/checkout-copy';
import { dialogOf } from '../../world/locators';
import { BUILT } from '../../world/product';
import { startInventedWorld } from '../../world/start-world';
import { expect, test as base } from '../../world/world-test';
import { startPreviewIn } from '../alone/preview';

const BUILD = ['e2e/world/build-product.mjs', ['--all']] as const;
const built = (output: string): readonly string[] =>
  [...output.matchAll(/^Baue (\S+) …$/gm)].map(([, name = '']) => name);

const test = base.extend<{ readonly checkout: CheckoutCopy }>({
  checkout: async ({ browserName: _any }, provide) => {
    const checkout = copyCheckout(BUILT);
    await provide(checkout);
    checkout.remove();
  },
  // The test opens pages of servers that it starts itself.
  hasOwnContext: true,
});

test('a fifth remote is built, runs alone, conforms and is composed by its one folder, and leaves with it', async ({
  page,
  checkout,
}) => {
  test.setTimeout(300_000);

  await test.step('nothing else is built', () => {
    expect(built(checkout.run(...BUILD))).toEqual([]);
    addProbe(checkout.folder);
    expect(built(checkout.run(...BUILD))).toEqual([PROBE]);
  });

  await test.step('the size check knows its bound', () => {
    // Bounds of other packages have a check of their own.
    const measure = `const { measure } = require('./shared-ui/build/size-budgets.ts');
      console.log(JSON.stringify(measure(process.cwd()).find(({ figure }) => figure === '${PROBE}: probe')));`;
    const line: unknown = JSON.parse(checkout.run('node_modules/tsx/dist/cli.mjs', ['-e', measure]));
    expect(line).toMatchObject({ holds: true, bound: 60_000 });
  });

  await test.step('conforms', () => {
    const report = checkout.run(
      'node_modules/jest/bin/jest.js',
      ['-c', '../jest.config.mjs', '--selectProjects', PROBE],
      PROBE,
    );
    expect(report).toMatch(/Tests: +\d+ passed/);
  });

  await test.step('its screen cases and walk stops are found', () => {
    expect(checkout.run('node_modules/tsx/dist/cli.mjs', ['e2e/specs/screens/print-checks.ts'])).toMatch(
      /^visitor\tprobe\t/m,
    );
    const stops = checkout.run('node_modules/@playwright/test/cli.js', [
      'test',
      '--config',
      'e2e/walk/playwright.config.ts',
      '--list',
    ]);
    expect(stops).toContain('probe: nothing is complained of');
  });

  await test.step('runs alone', async () => {
    const preview = await startPreviewIn(checkout.folder, PROBE);
    await page.goto(preview.url);
    await expect(dialogOf(page, PROBE_TITLE)).toBeVisible();
    await page.goto('about:blank');
    await preview.stop();
  });

  await test.step('is composed', async () => {
    const world = await startInventedWorld({ product: checkout.folder });
    await page.goto(`${world.url}/restaurants#probe`);
    await expect(dialogOf(page, PROBE_TITLE)).toBeVisible();
    await expect(page.getByText('Das fünfte Remote ist da.')).toBeVisible();
    await page.goto('about:blank');
    await world.stop();
  });

  await test.step('leaves with its folder', async () => {
    rmSync(join(checkout.folder, PROBE), { recursive: true });
    expect(built(checkout.run(...BUILD))).toEqual([]);
    const world = await startInventedWorld({ product: checkout.folder });
    const registry = await (await fetch(`${world.url}/registry.json`)).text();
    expect(registry).toContain('mf-account');
    expect(registry).not.toContain(PROBE);
    await world.stop();
  });
});
