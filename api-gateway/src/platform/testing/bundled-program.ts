import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';

const gatewayFolder = join(__dirname, '../../..');
// Folder of the bundles. It is inside the gateway's folder, so that a bundle finds the packages that it doesn't
// contain.
const cacheFolder = join(gatewayFolder, '.cache');

/**
 * Bundles a program of the gateway like the build, before the first test of a `describe` or file, and removes the
 * bundle after the last test. Returns a function that returns the bundle's path. A process that compiles the sources
 * itself would take four times as long to start. `threadFiles` are the programs of its threads.
 */
export const bundledProgram = (sourceFile: string, ...threadFiles: readonly string[]): (() => string) => {
  let bundleFolder = '';

  beforeAll(() => {
    mkdirSync(cacheFolder, { recursive: true });
    bundleFolder = mkdtempSync(join(cacheFolder, 'program-'));
    execFileSync(process.execPath, ['bin/build.mjs', bundleFolder, sourceFile, ...threadFiles], { cwd: gatewayFolder });
  }, 120_000);

  afterAll(() => rmSync(bundleFolder, { recursive: true, force: true }));

  return () => join(bundleFolder, `${basename(sourceFile, '.ts')}.js`);
};
