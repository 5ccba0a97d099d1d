import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { SHELL } from '../release-manifest';
import type { Release, ReleaseName } from '../release-manifest';

/** Built fronts in a folder of a test; removed behind it. */
export interface TemporaryFronts {
  readonly root: string;
  write(name: ReleaseName, file: string, content: string, options?: { readonly isPacked?: boolean }): void;
  /** Writes the manifest and every file that it names. */
  build(release: Release): void;
  takeAway(name: ReleaseName): void;
  bringBack(name: ReleaseName): void;
  remove(): void;
}

/** A folder that looks like the checkout after a build. */
export const createTemporaryFronts = (): TemporaryFronts => {
  const root = mkdtempSync(join(tmpdir(), 'mahlzeit-fronts-'));
  let age = 0;
  const folderOf = (name: ReleaseName) => join(root, name, 'dist');

  const write: TemporaryFronts['write'] = (name, file, content, { isPacked = false } = {}) => {
    const path = join(folderOf(name), file);
    mkdirSync(folderOf(name), { recursive: true });
    writeFileSync(path, content);
    if (isPacked) {
      writeFileSync(`${path}.br`, brotliCompressSync(content));
      writeFileSync(`${path}.gz`, gzipSync(content));
    }
    // Two builds in one tick of the file system's clock must still differ.
    age += 1;
    utimesSync(path, age, age);
  };

  return {
    root,
    write,
    build(release) {
      for (const file of Object.keys(release.manifest.files)) write(release.name, file, `content of ${file}`, { isPacked: true });
      write(release.name, release.name === SHELL ? 'shell.json' : 'release.json', JSON.stringify(release.manifest));
    },
    takeAway: (name) => renameSync(folderOf(name), `${folderOf(name)}.away`),
    bringBack: (name) => renameSync(`${folderOf(name)}.away`, folderOf(name)),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
};
