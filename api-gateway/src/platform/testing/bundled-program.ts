import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';

const gateway = join(__dirname, '../../..');
// Below the packages that a bundle leaves outside.
const cache = join(gateway, '.cache');

/**
 * Called at the top of a `describe` (or file): bundles a program of the gateway as the build does, before the first
 * test, and removes it behind the last; returns where it is. A process that compiles the sources itself takes four
 * times as long to start.
 */
export const bundledProgram = (source: string): (() => string) => {
  let folder = '';

  beforeAll(() => {
    mkdirSync(cache, { recursive: true });
    folder = mkdtempSync(join(cache, 'program-'));
    execFileSync(process.execPath, ['bin/build.mjs', folder, source], { cwd: gateway });
  }, 120_000);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  return () => join(folder, `${basename(source, '.ts')}.js`);
};
