import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod/mini';
import type { Remote } from '../../world/product';
import { REMOTES, repositoryRoot } from '../../world/product';

/** Remote that runs alone, as `npm run preview -w mf-…` serves it. */
export interface RunningPreview {
  readonly url: string;
  stop(): Promise<void>;
}

const PackageManifest = z.object({ scripts: z.object({ preview: z.string() }) });
const hideFoldersUrl = pathToFileURL(join(repositoryRoot, 'e2e/fixtures/hide-folders.mjs')).href;

const findFreePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const serverAddress = server.address();
  server.close();
  if (serverAddress === null || typeof serverAddress === 'string') throw new Error('No free port');
  return serverAddress.port;
};

/** Returns all folders of the product except this remote and the shared packages. */
const foreignFoldersOf = (checkoutFolder: string, remote: Remote): string[] =>
  [...REMOTES.filter((name) => name !== remote), 'shell', 'api-gateway/src', 'api-gateway/dist'].map((name) =>
    join(checkoutFolder, name),
  );

/**
 * Runs the preview script of a remote on a free port, as if the checkout had no other remote, no shell and no gateway.
 */
export const startPreviewIn = async (checkoutFolder: string, remote: Remote): Promise<RunningPreview> => {
  const { scripts } = PackageManifest.parse(
    JSON.parse(readFileSync(join(checkoutFolder, remote, 'package.json'), 'utf8')),
  );
  const [previewProgram = '', ...programArguments] = scripts.preview.split(' ');
  const port = await findFreePort();
  const previewProcess = spawn(
    previewProgram === 'node' ? process.execPath : previewProgram,
    ['--import', hideFoldersUrl, ...programArguments, '--port', String(port)],
    {
      cwd: join(checkoutFolder, remote),
      env: { PATH: process.env.PATH, HIDDEN_FOLDERS: foreignFoldersOf(checkoutFolder, remote).join('\n') },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let previewOutput = '';
  const whenExited = once(previewProcess, 'exit');
  const whenStarted = new Promise<void>((resolve) => {
    const onOutput = (outputChunk: Buffer): void => {
      previewOutput += outputChunk.toString();
      if (previewOutput.includes('läuft allein auf')) resolve();
    };
    previewProcess.stdout.on('data', onOutput);
    previewProcess.stderr.on('data', onOutput);
  });
  await Promise.race([
    whenStarted,
    whenExited.then(() => Promise.reject(new Error(`${remote} alone ended:\n${previewOutput}`))),
  ]);
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      previewProcess.kill('SIGTERM');
      await whenExited;
    },
  };
};

/** Runs the preview script of a remote of this checkout. */
export const startPreview = (remote: Remote): Promise<RunningPreview> => startPreviewIn(repositoryRoot, remote);
