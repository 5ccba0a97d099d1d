import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { aRemoteManifest, aShellManifest, createTemporaryFronts } from '../fakes/fake-releases';
import type { TemporaryFronts } from '../fakes/fake-releases';
import { createReleaseFolder } from './release-files';

let frontsFolder: TemporaryFronts;
beforeEach(() => {
  frontsFolder = createTemporaryFronts();
});
afterEach(() => frontsFolder.remove());

const socialRelease = { name: 'mf-social', manifest: aRemoteManifest() } as const;

describe('list', () => {
  it('names the shell and each remote that has a folder, and nothing else', async () => {
    frontsFolder.build(socialRelease);
    frontsFolder.write('shell', 'a.js', 'text');
    frontsFolder.write('mf-probe', 'a.js', 'text');
    mkdirSync(`${frontsFolder.root}/api-gateway`);
    writeFileSync(`${frontsFolder.root}/mf-Notes.txt`, 'no remote');
    expect(await createReleaseFolder(frontsFolder.root).list()).toEqual(['mf-probe', 'mf-social', 'shell']);
  });

  it('is empty where nothing was ever built', async () => {
    expect(await createReleaseFolder(`${frontsFolder.root}/missing`).list()).toEqual([]);
  });
});

describe('look', () => {
  it('finds a build once, and again when it was renewed', async () => {
    const releaseFolder = createReleaseFolder(frontsFolder.root);
    expect(await releaseFolder.inspect('mf-social')).toEqual({ status: 'missing' });
    frontsFolder.build(socialRelease);
    expect(await releaseFolder.inspect('mf-social')).toEqual({ status: 'found', release: socialRelease });
    expect(await releaseFolder.inspect('mf-social')).toEqual({ status: 'unchanged' });
    const renewedRelease = { name: 'mf-social', manifest: aRemoteManifest({ version: '5.0.1+cccc' }) } as const;
    frontsFolder.build(renewedRelease);
    expect(await releaseFolder.inspect('mf-social')).toEqual({ status: 'found', release: renewedRelease });
  });

  it('reads the shell', async () => {
    frontsFolder.build({ name: 'shell', manifest: aShellManifest() });
    expect(await createReleaseFolder(frontsFolder.root).inspect('shell')).toMatchObject({
      status: 'found',
      release: { name: 'shell' },
    });
  });

  it('reads files again that were away', async () => {
    const releaseFolder = createReleaseFolder(frontsFolder.root);
    frontsFolder.build(socialRelease);
    await releaseFolder.inspect('mf-social');
    frontsFolder.hideRelease('mf-social');
    expect(await releaseFolder.inspect('mf-social')).toEqual({ status: 'missing' });
    frontsFolder.restoreRelease('mf-social');
    expect(await releaseFolder.inspect('mf-social')).toEqual({ status: 'found', release: socialRelease });
  });

  it.each(['{"half', '{}', JSON.stringify(aRemoteManifest({ name: 'mf-ordering' }))])(
    'says once that %s is broken',
    async (brokenContent) => {
      const releaseFolder = createReleaseFolder(frontsFolder.root);
      frontsFolder.write('mf-social', 'release.json', brokenContent);
      expect(await releaseFolder.inspect('mf-social')).toMatchObject({ status: 'broken' });
      expect(await releaseFolder.inspect('mf-social')).toEqual({ status: 'unchanged' });
    },
  );
});

describe('locate', () => {
  it('prefers brotli to gzip to the plain file, as far as they are accepted and there', async () => {
    const releaseFolder = createReleaseFolder(frontsFolder.root);
    frontsFolder.write('mf-social', 'a.js', 'text', { isPacked: true });
    frontsFolder.write('mf-social', 'plain.js', 'text');
    expect(await releaseFolder.locate('mf-social', 'a.js', () => true)).toMatchObject({
      encoding: 'br',
      name: 'a.js.br',
    });
    expect(await releaseFolder.locate('mf-social', 'a.js', (encodingName) => encodingName === 'gzip')).toMatchObject({
      encoding: 'gzip',
      name: 'a.js.gz',
    });
    expect(await releaseFolder.locate('mf-social', 'a.js', () => false)).toMatchObject({
      encoding: null,
      name: 'a.js',
      size: 4,
    });
    expect(await releaseFolder.locate('mf-social', 'plain.js', () => true)).toMatchObject({
      encoding: null,
      name: 'plain.js',
    });
  });

  it('finds nothing where the file is away, although its packed twins are there', async () => {
    const releaseFolder = createReleaseFolder(frontsFolder.root);
    expect(await releaseFolder.locate('mf-social', 'a.js', () => true)).toBeNull();
    frontsFolder.write('mf-social', 'b.js.br', 'twin');
    expect(await releaseFolder.locate('mf-social', 'b.js', () => true)).toBeNull();
  });

  it('takes no folder for a file', async () => {
    frontsFolder.write('mf-social', 'a.js', 'text');
    expect(
      await createReleaseFolder(`${frontsFolder.root}/mf-social/..`).locate('mf-social', '.', () => false),
    ).toBeNull();
  });
});

describe('verify', () => {
  it('finds the path of a file with the manifest’s hash, and of no other', async () => {
    const releaseFolder = createReleaseFolder(frontsFolder.root);
    frontsFolder.write('mf-social', 'view.cjs', 'text');
    const expectedIntegrity = `sha384-${createHash('sha384').update('text').digest('base64')}`;
    expect(await releaseFolder.verify('mf-social', 'view.cjs', expectedIntegrity)).toBe(
      `${frontsFolder.root}/mf-social/dist/view.cjs`,
    );
    frontsFolder.write('mf-social', 'view.cjs', 'changed');
    expect(await releaseFolder.verify('mf-social', 'view.cjs', expectedIntegrity)).toBeNull();
    expect(await releaseFolder.verify('mf-social', 'away.cjs', expectedIntegrity)).toBeNull();
  });
});
