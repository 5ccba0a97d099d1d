import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtProduct, copyProduct } from '../../world/product';
import type { World } from '../../world/start-world';
import { startInventedWorld } from '../../world/start-world';
import { expect, test as base } from '../../world/world-test';

interface FaultFixtures {
  /** Content of the world beside the invented canteens. */
  readonly content: 'demo' | 'empty';
  /** Folder of a built product that only this test has: its files may be taken away and exchanged. */
  readonly product: string;
  /** A world that runs from it. */
  readonly ownWorld: World;
}

/** Tests that break the product that they run. */
export const test = base.extend<FaultFixtures>({
  content: ['empty', { option: true }],
  product: async ({ browserName: _any }, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'mahlzeit-product-'));
    copyProduct(builtProduct, folder);
    await use(folder);
    rmSync(folder, { recursive: true });
  },
  ownWorld: async ({ product, content }, use) => {
    const world = await startInventedWorld({ product, content });
    // It learns of its releases by the first page; what is taken away afterwards stays in the registry.
    await fetch(world.url);
    await use(world);
    await world.stop();
  },
  baseURL: ({ ownWorld }, use) => use(ownWorld.url),
});

export { expect };
