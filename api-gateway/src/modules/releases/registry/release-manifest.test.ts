import { aRemoteManifest, aShellManifest } from '../fakes/fake-releases';
import { parseRelease, publicPathOf, releaseNames } from './release-manifest';

it('reads what a build writes', () => {
  expect(parseRelease('mf-social', aRemoteManifest())).toEqual({ name: 'mf-social', manifest: aRemoteManifest() });
  expect(parseRelease('shell', aShellManifest())).toEqual({ name: 'shell', manifest: aShellManifest() });
});

it("reads a release from before the restaurant's console", () => {
  const older = Object.fromEntries(Object.entries(aRemoteManifest()).filter(([field]) => field !== 'partner'));
  expect(parseRelease('mf-social', older)).toMatchObject({ manifest: { partner: null } });
});

it.each<[string, object]>([
  ['an entry without a hash', { entry: 'remoteEntry.other.js' }],
  ['a preload without a hash', { preload: ['gone.js'] }],
  ["a restaurant's console without a hash", { partner: 'partner.gone.js' }],
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
  ['a name of nobody', { name: 'mf-other' }],
])('refuses %s', (_, overrides) => {
  expect(() => parseRelease('mf-social', { ...aRemoteManifest(), ...overrides })).toThrow();
});

it("refuses a remote's manifest in another one's folder", () => {
  expect(() => parseRelease('mf-ordering', aRemoteManifest())).toThrow('says that it is mf-social');
});

it('refuses a shell without a script', () => {
  expect(() => parseRelease('shell', aShellManifest({ scripts: [] }))).toThrow();
});

it('knows the shell and the four remotes and where they are served', () => {
  expect(releaseNames).toEqual(['shell', 'mf-discovery', 'mf-social', 'mf-ordering', 'mf-account']);
  expect(publicPathOf('shell', 'a.js')).toBe('/assets/a.js');
  expect(publicPathOf('mf-social', 'a.js')).toBe('/remotes/mf-social/a.js');
});
