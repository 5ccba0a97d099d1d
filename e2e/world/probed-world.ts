import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtProductFolder, copyProduct, repositoryRoot } from './product';
import type { World } from './start-world';
import { startWorld } from './start-world';

const PROBE_BY_REMOTE = [
  ['mf-social', 'probe-meeting'],
  ['mf-ordering', 'probe-paying'],
] as const;

/**
 * Starts a gateway with the demo town at noon. Test remotes replace those for meetups and payments; they show the
 * inputs that the shell passes to them.
 */
export const startProbedWorld = async (): Promise<World> => {
  const productFolder = mkdtempSync(join(tmpdir(), 'mahlzeit-product-'));
  copyProduct(builtProductFolder, productFolder);
  for (const [remote, probeScript] of PROBE_BY_REMOTE) {
    rmSync(join(productFolder, remote, 'dist'), { recursive: true });
    cpSync(join(repositoryRoot, 'e2e/fixtures/remotes', probeScript, 'dist'), join(productFolder, remote, 'dist'), {
      recursive: true,
    });
  }
  const world = await startWorld({ product: productFolder, content: 'demo' });
  return {
    ...world,
    async stop() {
      await world.stop();
      rmSync(productFolder, { recursive: true });
    },
  };
};
