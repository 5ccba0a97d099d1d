import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtProduct, copyProduct, root } from './product';
import type { World } from './start-world';
import { startWorld } from './start-world';

const PROBES = [
  ['mf-social', 'probe-meeting'],
  ['mf-ordering', 'probe-paying'],
] as const;

/**
 * Starts the demo town at noon with test remotes for meetups and payments. The test remotes show the inputs that they
 * receive.
 */
export const startProbedWorld = async (): Promise<World> => {
  const product = mkdtempSync(join(tmpdir(), 'mahlzeit-product-'));
  copyProduct(builtProduct, product);
  for (const [remote, probe] of PROBES) {
    rmSync(join(product, remote, 'dist'), { recursive: true });
    cpSync(join(root, 'e2e/fixtures/remotes', probe, 'dist'), join(product, remote, 'dist'), { recursive: true });
  }
  const world = await startWorld({ product, content: 'demo' });
  return {
    ...world,
    async stop() {
      await world.stop();
      rmSync(product, { recursive: true });
    },
  };
};
