import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Remote } from '../world/product';
import { REMOTES, repositoryRoot } from '../world/product';
import type { RemoteTests } from './remote-tests';

const loadTests = async (remote: Remote): Promise<RemoteTests> => {
  const testsFile = join(repositoryRoot, remote, 'e2e/index.ts');
  if (!existsSync(testsFile)) throw new Error(`${remote}/e2e/index.ts is missing: export remoteTests there`);
  const testModule: { readonly remoteTests: RemoteTests } = await import(pathToFileURL(testsFile).href);
  return testModule.remoteTests;
};

/** Browser tests of each remote, by its name. */
export const remoteTests: ReadonlyMap<Remote, RemoteTests> = new Map(
  await Promise.all(REMOTES.map(async (remote) => [remote, await loadTests(remote)] as const)),
);

/** Returns the tests of one remote. Throws if it has none. */
export const remoteTestsOf = (remote: Remote): RemoteTests => {
  const testsOfRemote = remoteTests.get(remote);
  if (testsOfRemote === undefined) throw new Error(`Unknown remote: ${remote}`);
  return testsOfRemote;
};
