import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { finishFiles, holdsRelease, publish, removeInputHash, writeInputHash } from './release-files';

let distFolder = '';
beforeEach(() => {
  distFolder = mkdtempSync(join(tmpdir(), 'mahlzeit-dist-'));
});
afterEach(() => rmSync(distFolder, { recursive: true, force: true }));

const emitFiles = (...fileNames: readonly string[]): void =>
  fileNames.forEach((fileName) => writeFileSync(join(distFolder, fileName), `content of ${fileName}`));

const publishRelease = async (version: string, ...fileNames: readonly string[]): Promise<void> => {
  emitFiles(...fileNames);
  const finishedFiles = await finishFiles(distFolder, fileNames, 'production');
  publish(distFolder, 'release.json', {
    version,
    files: Object.fromEntries(finishedFiles.map(({ path, integrity }) => [path, integrity])),
  });
};

describe('files of a release', () => {
  it('are hashed and have twins that browsers can unpack', async () => {
    emitFiles('a.0a1b2c3d4e.js');
    const [finishedFile] = await finishFiles(
      distFolder,
      ['a.0a1b2c3d4e.js', 'a.0a1b2c3d4e.js.map', 'a.0a1b2c3d4e.js.LICENSE.txt'],
      'production',
    );
    expect(finishedFile?.integrity).toMatch(/^sha384-[A-Za-z0-9+/]{64}$/);
    expect(brotliDecompressSync(readFileSync(join(distFolder, 'a.0a1b2c3d4e.js.br'))).toString()).toBe(
      'content of a.0a1b2c3d4e.js',
    );
    expect(gunzipSync(readFileSync(join(distFolder, 'a.0a1b2c3d4e.js.gz'))).toString()).toBe(
      'content of a.0a1b2c3d4e.js',
    );
    expect(finishedFile?.weight).toBe(readFileSync(join(distFolder, 'a.0a1b2c3d4e.js.br')).length);
  });

  it('have no twin where they are packed already', async () => {
    emitFiles('text.0a1b2c3d4e.woff2');
    await finishFiles(distFolder, ['text.0a1b2c3d4e.woff2'], 'production');
    expect(readdirSync(distFolder)).toEqual(['text.0a1b2c3d4e.woff2']);
  });

  it('have none in a build for developers', async () => {
    emitFiles('a.0a1b2c3d4e.js');
    await finishFiles(distFolder, ['a.0a1b2c3d4e.js'], 'development');
    expect(readdirSync(distFolder)).toEqual(['a.0a1b2c3d4e.js']);
  });

  it('stay one build longer, for pages that are open', async () => {
    await publishRelease('1', 'a.1.js');
    await publishRelease('2', 'a.2.js');
    expect(existsSync(join(distFolder, 'a.1.js.br'))).toBe(true);
    await publishRelease('3', 'a.3.js');
    expect(readdirSync(distFolder).sort()).toEqual([
      'a.2.js',
      'a.2.js.br',
      'a.2.js.gz',
      'a.3.js',
      'a.3.js.br',
      'a.3.js.gz',
      'release.json',
    ]);
  });

  it('tell whether the release of these sources is there as a whole', async () => {
    await publishRelease('1', 'a.1.js');
    expect(holdsRelease(distFolder, 'release.json', 'sources')).toBe(false);
    writeInputHash(distFolder, 'sources');
    expect(holdsRelease(distFolder, 'release.json', 'sources')).toBe(true);
    expect(holdsRelease(distFolder, 'release.json', 'other sources')).toBe(false);
    removeInputHash(distFolder);
    expect(holdsRelease(distFolder, 'release.json', 'sources')).toBe(false);
    writeInputHash(distFolder, 'sources');
    rmSync(join(distFolder, 'a.1.js'));
    expect(holdsRelease(distFolder, 'release.json', 'sources')).toBe(false);
  });
});
