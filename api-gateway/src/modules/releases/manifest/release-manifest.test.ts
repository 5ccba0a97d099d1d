import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { aPageManifest, aRemoteManifest, aShellManifest } from '../fakes/fake-releases';
import { parseRelease, publicPathOf, ReleaseName } from './release-manifest';
import { PAGE_NAMES, SEPARATE_PAGES } from './separate-pages';

it('reads what a build writes', () => {
  expect(parseRelease('mf-social', aRemoteManifest())).toEqual({ name: 'mf-social', manifest: aRemoteManifest() });
  expect(parseRelease('shell', aShellManifest())).toEqual({ name: 'shell', manifest: aShellManifest() });
  expect(parseRelease('partner-console', aPageManifest())).toEqual({
    name: 'partner-console',
    manifest: aPageManifest(),
  });
});

it("reads a release from when the restaurant's console was part of a remote", () => {
  const olderManifest = { ...aRemoteManifest(), partner: 'contacts.1a1b2c3d4e.js' };
  expect(parseRelease('mf-social', olderManifest)).toEqual({ name: 'mf-social', manifest: aRemoteManifest() });
});

it('reads a release from before the shell read entries', () => {
  const olderManifest = Object.fromEntries(
    Object.entries(aRemoteManifest()).filter(
      ([fieldName]) => !['addresses', 'frames', 'entries', 'screenScripts'].includes(fieldName),
    ),
  );
  expect(parseRelease('mf-social', olderManifest)).toEqual({ name: 'mf-social', manifest: aRemoteManifest() });
});

it.each<[string, object]>([
  ['an entry without a hash', { entry: 'remoteEntry.other.js' }],
  ['a preload without a hash', { preload: ['gone.js'] }],
  ["a screen's script without a hash", { screenScripts: { contacts: { own: ['gone.js'], shared: [] } } }],
  ['a path that leaves the folder', { files: { ...aRemoteManifest().files, '../x.js': 'sha384-x' } }],
  [
    'a path that could end an attribute',
    { files: { ...aRemoteManifest().files, 'a".js': `sha384-${'a'.repeat(64)}` } },
  ],
  [
    'a hash that could end an attribute',
    { files: { ...aRemoteManifest().files, 'a.js': `sha384-"${'a'.repeat(63)}` } },
  ],
  ['a version with markup', { version: '<b>' }],
  ['a path that no address has', { addresses: { '/a/b': ['contacts'] } }],
  ['a name of nobody', { name: 'mf-other' }],
])('refuses %s', (_title, manifestOverrides) => {
  expect(() => parseRelease('mf-social', { ...aRemoteManifest(), ...manifestOverrides })).toThrow();
});

it("refuses a manifest in another one's folder", () => {
  expect(() => parseRelease('mf-ordering', aRemoteManifest())).toThrow('has the name mf-social');
  expect(() => parseRelease('release-console', aPageManifest())).toThrow('has the name partner-console');
});

it('refuses a shell without a script', () => {
  expect(() => parseRelease('shell', aShellManifest({ scripts: [] }))).toThrow();
});

it("refuses a restaurant's console whose script has no hash", () => {
  expect(() => parseRelease('partner-console', aPageManifest({ script: 'page.gone.js' }))).toThrow();
});

it.each(['shell', 'partner-console', 'release-console', 'moderation-console', 'mf-social', 'mf-probe', 'mf-lunch-2'])(
  'accepts %s as the name of a release',
  (fileName) => {
    expect(ReleaseName.parse(fileName)).toBe(fileName);
  },
);

it.each(['api-gateway', 'mf-', 'mf-Probe', 'mf-../x', 'xmf-probe'])(
  'refuses %s as the name of a release',
  (releaseName) => {
    expect(() => ReleaseName.parse(releaseName)).toThrow();
  },
);

it('serves the shell below /assets, each page without it below its path and each remote below /remotes', () => {
  expect(publicPathOf('partner-console', 'a.js')).toBe('/partner/a.js');
  expect(publicPathOf('release-console', 'a.js')).toBe('/releases/a.js');
  expect(publicPathOf('shell', 'a.js')).toBe('/assets/a.js');
  expect(publicPathOf('mf-social', 'a.js')).toBe('/remotes/mf-social/a.js');
});

it.each(PAGE_NAMES)('serves the files of %s where its build expects them', (name) => {
  const { folder, path } = SEPARATE_PAGES[name];
  const packageFile = join(__dirname, '../../../../..', folder, 'package.json');
  expect(JSON.parse(readFileSync(packageFile, 'utf8'))).toMatchObject({ publicPath: `${path}/` });
});
