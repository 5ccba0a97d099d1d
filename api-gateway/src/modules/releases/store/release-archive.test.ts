import { gzipSync } from 'node:zlib';
import { MAX_RELEASE_FILES } from '@mahlzeit/contract';
import { buffer } from 'node:stream/consumers';
import { pack } from 'tar-stream';
import { aWholeRelease, anIntegrityHash } from '../fakes/fake-releases';
import { packFiles } from './pack-release';
import { unpackRelease } from './release-archive';

const { manifest, files } = aWholeRelease('eins');

const packWith = (changes: Readonly<Record<string, Buffer | null>>): Promise<Buffer> => {
  const changedFiles = new Map(files);
  for (const [name, content] of Object.entries(changes)) {
    if (content === null) changedFiles.delete(name);
    else changedFiles.set(name, content);
  }
  return packFiles(changedFiles);
};

const problemCodesOf = async (archive: Uint8Array): Promise<readonly string[]> => {
  const unpacked = await unpackRelease(archive);
  return unpacked.ok ? [] : unpacked.error.map(({ code }) => code);
};

it('unpacks a release with its Brotli files', async () => {
  const unpacked = await unpackRelease(await packFiles(files));
  if (!unpacked.ok) throw new Error('refused');
  expect(unpacked.value.manifest).toEqual(manifest);
  expect([...unpacked.value.contents.keys()].sort()).toEqual(Object.keys(manifest.files).sort());
  expect(unpacked.value.contents.get(manifest.entry)).toEqual({
    content: files.get(manifest.entry),
    brotli: files.get(`${manifest.entry}.br`),
  });
});

it('unpacks a whole folder as tar packs it, and leaves out what is no part of the release', async () => {
  const archive = pack();
  archive.entry({ name: './', type: 'directory' });
  for (const [name, content] of files) archive.entry({ name: `./${name}` }, content);
  archive.entry({ name: './alone/page.js' }, 'alone');
  archive.entry({ name: './sizes.json' }, '{}');
  archive.finalize();
  expect(await problemCodesOf(gzipSync(await buffer(archive)))).toEqual([]);
});

it('unpacks a release without Brotli files', async () => {
  const archive = await packWith(
    Object.fromEntries([...files.keys()].filter((name) => name.endsWith('.br')).map((name) => [name, null])),
  );
  const unpacked = await unpackRelease(archive);
  expect(unpacked.ok && unpacked.value.contents.get(manifest.entry)?.brotli).toBeNull();
});

const damagedArchives: readonly (readonly [string, () => Promise<Uint8Array> | Uint8Array, string])[] = [
  ['nothing at all', () => new Uint8Array(), 'damagedArchive'],
  ['something that is no gzip', () => Buffer.from('tar'), 'damagedArchive'],
  ['half an archive', async () => (await packFiles(files)).subarray(0, 300), 'damagedArchive'],
  ['a gzip of something else', () => gzipSync(Buffer.alloc(2048, 'x')), 'damagedArchive'],
  [
    'half a tar',
    async () => gzipSync((await tarOf('release.json', 'x'.repeat(5000))).subarray(0, 2000)),
    'damagedArchive',
  ],
  [
    'a release with too many zeros',
    async () => gzipSync(await tarOf('zeros.js', '0'.repeat(65 * 1024 * 1024))),
    'damagedArchive',
  ],
  ['a name above the folder', async () => gzipSync(await tarOf('../release.json', '{}')), 'unsafeName'],
  ['an absolute name', async () => gzipSync(await tarOf('/etc/passwd', '{}')), 'unsafeName'],
  ['a name with a backslash', async () => gzipSync(await tarOf('a\\b', '{}')), 'unsafeName'],
  ['a link', async () => gzipSync(await tarOfLink()), 'unsafeEntry'],
  [
    'too many files',
    () =>
      packFiles(
        new Map(Array.from({ length: MAX_RELEASE_FILES + 1 }, (_, index) => [`${index}.js`, Buffer.from('x')])),
      ),
    'tooManyFiles',
  ],
  ['no manifest', () => packWith({ 'release.json': null }), 'manifestMissing'],
  ['a manifest that is no JSON', () => packWith({ 'release.json': Buffer.from('{') }), 'manifestInvalid'],
  [
    'a manifest of the shell',
    () => packWith({ 'release.json': Buffer.from(JSON.stringify({ ...manifest, name: 'shell' })) }),
    'manifestInvalid',
  ],
  [
    'a manifest with a path',
    () => packWith({ 'release.json': Buffer.from(JSON.stringify({ ...manifest, entry: '../x.js' })) }),
    'manifestInvalid',
  ],
  ...Object.entries({
    'an entry without a hash that every object has': { entry: 'constructor' },
    'a name that is too long': { name: `mf-${'a'.repeat(41)}` },
    'a version of a development build': { version: '5.0.1+dev.0123456789ab' },
    'a version without a number': { version: 'neueste+0123456789ab' },
    'a path that is too long': { files: { ...manifest.files, [`${'a'.repeat(198)}.js`]: anIntegrityHash('a') } },
    'a shared package without a real version': { shared: { react: '19.1.0oder so' } },
    'a shared package with a huge version': { shared: { react: '99999999999999999999.0.0' } },
    'too many screens': { screens: Array.from({ length: 501 }, (_, index) => `s${index}`) },
    'too large a manifest': { globalName: 'x'.repeat(256 * 1024) },
  }).map(
    ([name, overrides]) =>
      [
        name,
        () => packWith({ 'release.json': Buffer.from(JSON.stringify({ ...manifest, ...overrides })) }),
        'manifestInvalid',
      ] as const,
  ),
  ['a missing file', () => packWith({ [manifest.entry]: null }), 'fileMissing'],
  ['a changed file', () => packWith({ [manifest.entry]: Buffer.from('other') }), 'hashMismatch'],
  [
    'a changed Brotli file',
    () => packWith({ [`${manifest.entry}.br`]: files.get('chunk.1a1b2c3d4e.js.br') ?? null }),
    'brotliMismatch',
  ],
  ['a Brotli file that is none', () => packWith({ [`${manifest.entry}.br`]: Buffer.from('no') }), 'brotliMismatch'],
];

async function tarOf(name: string, content: string): Promise<Buffer> {
  const archive = pack();
  archive.entry({ name }, content);
  archive.finalize();
  return buffer(archive);
}

async function tarOfLink(): Promise<Buffer> {
  const archive = pack();
  archive.entry({ name: 'release.json', type: 'symlink', linkname: '/etc/passwd' });
  archive.finalize();
  return buffer(archive);
}

it.each(damagedArchives)('refuses %s', async (_name, createArchive, expectedCode) => {
  const problemCodes = await problemCodesOf(await createArchive());
  expect([...new Set(problemCodes)]).toEqual([expectedCode]);
});
