import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtProduct, copyProduct, root } from '../../world/product';
import { startWorld } from '../../world/start-world';
import type { World } from '../../world/start-world';
import { expect, test as base } from '../../world/world-test';

interface TestRemoteFixtures {
  /** The demo town at noon, whose meeting and paying are done by test remotes: each says what it is handed. */
  readonly ownWorld: World;
}

/** Tests of what the shell hands from one remote to another. */
export const test = base.extend<TestRemoteFixtures>({
  ownWorld: [
    async ({ browserName: _any }, provide) => {
      const product = mkdtempSync(join(tmpdir(), 'mahlzeit-product-'));
      copyProduct(builtProduct, product);
      for (const [remote, probe] of [['mf-social', 'probe-meeting'], ['mf-ordering', 'probe-paying']] as const) {
        rmSync(join(product, remote, 'dist'), { recursive: true });
        cpSync(join(root, 'e2e/fixtures/remotes', probe, 'dist'), join(product, remote, 'dist'), { recursive: true });
      }
      const world = await startWorld({ product, content: 'demo' });
      await provide(world);
      await world.stop();
      rmSync(product, { recursive: true });
    },
    { timeout: 120_000 },
  ],
  baseURL: ({ ownWorld }, provide) => provide(ownWorld.url),
});

export { expect };
