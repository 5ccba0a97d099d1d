import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { finishFiles, holdsRelease, publish } from './release-files';

let dist = '';
beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'mahlzeit-dist-'));
});
afterEach(() => rmSync(dist, { recursive: true, force: true }));

const emit = (...names: readonly string[]): void =>
  names.forEach((name) => writeFileSync(join(dist, name), `content of ${name}`));

const release = async (version: string, ...names: readonly string[]): Promise<void> => {
  emit(...names);
  const files = await finishFiles(dist, names, 'production');
  publish(dist, 'release.json', {
    version,
    files: Object.fromEntries(files.map(({ path, integrity }) => [path, integrity])),
  });
};

describe('files of a release', () => {
  it('are hashed and have twins that browsers can unpack', async () => {
    emit('a.0a1b2c3d4e.js');
    const [file] = await finishFiles(
      dist,
      ['a.0a1b2c3d4e.js', 'a.0a1b2c3d4e.js.map', 'a.0a1b2c3d4e.js.LICENSE.txt'],
      'production',
    );
    expect(file?.integrity).toMatch(/^sha384-[A-Za-z0-9+/]{64}$/);
    expect(brotliDecompressSync(readFileSync(join(dist, 'a.0a1b2c3d4e.js.br'))).toString()).toBe(
      'content of a.0a1b2c3d4e.js',
    );
    expect(gunzipSync(readFileSync(join(dist, 'a.0a1b2c3d4e.js.gz'))).toString()).toBe('content of a.0a1b2c3d4e.js');
    expect(file?.weight).toBe(readFileSync(join(dist, 'a.0a1b2c3d4e.js.br')).length);
  });

  it('have no twin where they are packed already', async () => {
    emit('text.0a1b2c3d4e.woff2');
    await finishFiles(dist, ['text.0a1b2c3d4e.woff2'], 'production');
    expect(readdirSync(dist)).toEqual(['text.0a1b2c3d4e.woff2']);
  });

  it('have none in a build for developers', async () => {
    emit('a.0a1b2c3d4e.js');
    await finishFiles(dist, ['a.0a1b2c3d4e.js'], 'development');
    expect(readdirSync(dist)).toEqual(['a.0a1b2c3d4e.js']);
  });

  it('stay one build longer, for pages that are open', async () => {
    await release('1', 'a.1.js');
    await release('2', 'a.2.js');
    expect(existsSync(join(dist, 'a.1.js.br'))).toBe(true);
    await release('3', 'a.3.js');
    expect(readdirSync(dist).sort()).toEqual([
      'a.2.js',
      'a.2.js.br',
      'a.2.js.gz',
      'a.3.js',
      'a.3.js.br',
      'a.3.js.gz',
      'release.json',
    ]);
  });

  it('tell whether a version is there as a whole', async () => {
    await release('1', 'a.1.js');
    expect(holdsRelease(dist, 'release.json', '1')).toBe(true);
    expect(holdsRelease(dist, 'release.json', '2')).toBe(false);
    rmSync(join(dist, 'a.1.js'));
    expect(holdsRelease(dist, 'release.json', '1')).toBe(false);
  });
});
