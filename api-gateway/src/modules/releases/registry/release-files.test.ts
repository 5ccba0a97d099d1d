import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { aRemoteManifest, aShellManifest, createTemporaryFronts } from '../fakes/fake-releases';
import type { TemporaryFronts } from '../fakes/fake-releases';
import { createReleaseFolder } from './release-files';

let fronts: TemporaryFronts;
beforeEach(() => {
  fronts = createTemporaryFronts();
});
afterEach(() => fronts.remove());

const social = { name: 'mf-social', manifest: aRemoteManifest() } as const;

describe('list', () => {
  it('names the shell and each remote that has a folder, and nothing else', async () => {
    fronts.build(social);
    fronts.write('shell', 'a.js', 'text');
    fronts.write('mf-probe', 'a.js', 'text');
    mkdirSync(`${fronts.root}/api-gateway`);
    writeFileSync(`${fronts.root}/mf-Notes.txt`, 'no remote');
    expect(await createReleaseFolder(fronts.root).list()).toEqual(['mf-probe', 'mf-social', 'shell']);
  });

  it('is empty where nothing was ever built', async () => {
    expect(await createReleaseFolder(`${fronts.root}/missing`).list()).toEqual([]);
  });
});

describe('look', () => {
  it('finds a build once, and again when it was renewed', async () => {
    const folder = createReleaseFolder(fronts.root);
    expect(await folder.inspect('mf-social')).toEqual({ status: 'missing' });
    fronts.build(social);
    expect(await folder.inspect('mf-social')).toEqual({ status: 'found', release: social });
    expect(await folder.inspect('mf-social')).toEqual({ status: 'unchanged' });
    const renewedRelease = { name: 'mf-social', manifest: aRemoteManifest({ version: '5.0.1+cccc' }) } as const;
    fronts.build(renewedRelease);
    expect(await folder.inspect('mf-social')).toEqual({ status: 'found', release: renewedRelease });
  });

  it('reads the shell', async () => {
    fronts.build({ name: 'shell', manifest: aShellManifest() });
    expect(await createReleaseFolder(fronts.root).inspect('shell')).toMatchObject({
      status: 'found',
      release: { name: 'shell' },
    });
  });

  it('reads files again that were away', async () => {
    const folder = createReleaseFolder(fronts.root);
    fronts.build(social);
    await folder.inspect('mf-social');
    fronts.hideRelease('mf-social');
    expect(await folder.inspect('mf-social')).toEqual({ status: 'missing' });
    fronts.restoreRelease('mf-social');
    expect(await folder.inspect('mf-social')).toEqual({ status: 'found', release: social });
  });

  it.each(['{"half', '{}', JSON.stringify(aRemoteManifest({ name: 'mf-ordering' }))])(
    'says once that %s is broken',
    async (content) => {
      const folder = createReleaseFolder(fronts.root);
      fronts.write('mf-social', 'release.json', content);
      expect(await folder.inspect('mf-social')).toMatchObject({ status: 'broken' });
      expect(await folder.inspect('mf-social')).toEqual({ status: 'unchanged' });
    },
  );
});

describe('locate', () => {
  it('prefers brotli to gzip to the plain file, as far as they are accepted and there', async () => {
    const folder = createReleaseFolder(fronts.root);
    fronts.write('mf-social', 'a.js', 'text', { isPacked: true });
    fronts.write('mf-social', 'plain.js', 'text');
    expect(await folder.locate('mf-social', 'a.js', () => true)).toMatchObject({ encoding: 'br', name: 'a.js.br' });
    expect(await folder.locate('mf-social', 'a.js', (encoding) => encoding === 'gzip')).toMatchObject({
      encoding: 'gzip',
      name: 'a.js.gz',
    });
    expect(await folder.locate('mf-social', 'a.js', () => false)).toMatchObject({
      encoding: null,
      name: 'a.js',
      size: 4,
    });
    expect(await folder.locate('mf-social', 'plain.js', () => true)).toMatchObject({
      encoding: null,
      name: 'plain.js',
    });
  });

  it('finds nothing where the file is away, although its packed twins are there', async () => {
    const folder = createReleaseFolder(fronts.root);
    expect(await folder.locate('mf-social', 'a.js', () => true)).toBeNull();
    fronts.write('mf-social', 'b.js.br', 'twin');
    expect(await folder.locate('mf-social', 'b.js', () => true)).toBeNull();
  });

  it('takes no folder for a file', async () => {
    fronts.write('mf-social', 'a.js', 'text');
    expect(await createReleaseFolder(`${fronts.root}/mf-social/..`).locate('mf-social', '.', () => false)).toBeNull();
  });
});

describe('verify', () => {
  it('finds the path of a file with the manifest’s hash, and of no other', async () => {
    const folder = createReleaseFolder(fronts.root);
    fronts.write('mf-social', 'view.cjs', 'text');
    const integrity = `sha384-${createHash('sha384').update('text').digest('base64')}`;
    expect(await folder.verify('mf-social', 'view.cjs', integrity)).toBe(`${fronts.root}/mf-social/dist/view.cjs`);
    fronts.write('mf-social', 'view.cjs', 'changed');
    expect(await folder.verify('mf-social', 'view.cjs', integrity)).toBeNull();
    expect(await folder.verify('mf-social', 'away.cjs', integrity)).toBeNull();
  });
});
