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
export interface Preview {
  readonly url: string;
  stop(): Promise<void>;
}

const PackageManifest = z.object({ scripts: z.object({ preview: z.string() }) });
const hideFoldersUrl = pathToFileURL(join(repositoryRoot, 'e2e/fixtures/hide-folders.mjs')).href;

const findFreePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('No free port');
  return address.port;
};

/** Returns all folders of the product that are neither this remote nor shared packages. */
const foreignFoldersOf = (checkout: string, remote: Remote): string[] =>
  [...REMOTES.filter((name) => name !== remote), 'shell', 'api-gateway/src', 'api-gateway/dist'].map((name) =>
    join(checkout, name),
  );

/**
 * Runs the preview script of a remote on a free port, as if the checkout had no other remote, no shell and no gateway.
 */
export const startPreviewIn = async (checkout: string, remote: Remote): Promise<Preview> => {
  const { scripts } = PackageManifest.parse(JSON.parse(readFileSync(join(checkout, remote, 'package.json'), 'utf8')));
  const [program = '', ...programArguments] = scripts.preview.split(' ');
  const port = await findFreePort();
  const child = spawn(
    program === 'node' ? process.execPath : program,
    ['--import', hideFoldersUrl, ...programArguments, '--port', String(port)],
    {
      cwd: join(checkout, remote),
      env: { PATH: process.env.PATH, HIDDEN_FOLDERS: foreignFoldersOf(checkout, remote).join('\n') },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  const exitPromise = once(child, 'exit');
  const startPromise = new Promise<void>((resolve) => {
    const onOutput = (chunk: Buffer): void => {
      output += chunk.toString();
      if (output.includes('läuft allein auf')) resolve();
    };
    child.stdout.on('data', onOutput);
    child.stderr.on('data', onOutput);
  });
  await Promise.race([
    startPromise,
    exitPromise.then(() => Promise.reject(new Error(`${remote} alone ended:\n${output}`))),
  ]);
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGTERM');
      await exitPromise;
    },
  };
};

/** Runs the preview script of a remote of this checkout. */
export const startPreview = (remote: Remote): Promise<Preview> => startPreviewIn(repositoryRoot, remote);
