import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtProductFolder, copyProduct } from '../../world/product';
import type { World } from '../../world/start-world';
import { startInventedWorld } from '../../world/start-world';
import { expect, test as base } from '../../world/world-test';

interface FaultFixtures {
  /** Content of the database, in addition to the invented canteens. */
  readonly content: 'demo' | 'empty';
  /** Folder of a built product that only this test uses, so that the test may remove and replace its files. */
  readonly product: string;
  /** Gateway of this test alone. It serves the files of the folder `product`. */
  readonly ownWorld: World;
}

/** Test function for tests that break files of the product that they run. */
export const test = base.extend<FaultFixtures>({
  content: ['empty', { option: true }],
  product: async ({ browserName: _any }, use) => {
    const productFolder = mkdtempSync(join(tmpdir(), 'mahlzeit-product-'));
    copyProduct(builtProductFolder, productFolder);
    await use(productFolder);
    rmSync(productFolder, { recursive: true });
  },
  ownWorld: async ({ product, content }, use) => {
    const startedWorld = await startInventedWorld({ product, content });
    // The gateway reads its releases when it serves the first page. A release whose files are removed afterwards stays
    // in the registry.
    await fetch(startedWorld.url);
    await use(startedWorld);
    await startedWorld.stop();
  },
  baseURL: ({ ownWorld }, use) => use(ownWorld.url),
});

export { expect };
