import { aMainManifest, aRemoteManifest, aShellManifest } from '../fakes/fake-releases';
import type { CurrentReleases, RemoteManifest } from '../manifest';
import { checkRelease } from './release-checks';

const shell = aShellManifest({ contract: '3.2.0', shared: { react: '19.1.0' } });
const otherRemote = aMainManifest({ commands: ['discovery/search'], addresses: { '/lokal': ['details'] } });
const present = aRemoteManifest({ screens: ['contacts', 'chat'], commands: ['social/connect'] });
const composition = { shell, pages: [], remotes: [otherRemote, present] };

const codesOf = (overrides: Partial<RemoteManifest>, releases: CurrentReleases = composition) => {
  const { refusals, warnings } = checkRelease({ ...present, ...overrides }, releases);
  return { refusals: refusals.map(({ code }) => code), warnings: warnings.map(({ code }) => code) };
};

it('accepts a release that fits the shell and the other remotes', () => {
  expect(codesOf({ shared: { react: '19.0.3' }, screens: ['contacts', 'chat', 'groups'] })).toEqual({
    refusals: [],
    warnings: [],
  });
});

const refusedReleases: readonly (readonly [string, Partial<RemoteManifest>, string])[] = [
  ['a contract that the shell does not have yet', { contract: '^3.3.0' }, 'contractUnmet'],
  ['a contract that the shell no longer has', { contract: '^2.0.0' }, 'contractUnmet'],
  ['a contract that is no range', { contract: 'neueste' }, 'contractUnmet'],
  ['another major version of a shared package', { shared: { react: '18.3.1' } }, 'sharedMajor'],
  ['a shared package that the shell lacks', { shared: { preact: '10.0.0' } }, 'sharedMissing'],
  [
    'a shared package with the name of a property of all objects',
    { shared: { constructor: '1.0.0' } },
    'sharedMissing',
  ],
  ['a screen of another remote', { screens: ['contacts', 'chat', 'details'] }, 'screenTaken'],
  ['a slot of another remote', { slots: ['restaurant/social', 'frame/search'] }, 'slotTaken'],
  ['a command of another remote', { commands: ['social/connect', 'discovery/search'] }, 'commandTaken'],
  ['an address of another remote', { addresses: { '/lokal': ['contacts'] } }, 'addressTaken'],
  ['a second main screen', { mainScreen: 'contacts' }, 'mainScreenTaken'],
];

it.each(refusedReleases)('refuses %s', (_name, overrides, expectedCode) => {
  expect(codesOf(overrides).refusals).toEqual([expectedCode]);
});

it('refuses a release that leaves the product without its main screen', () => {
  const { refusals } = checkRelease({ ...otherRemote, mainScreen: null }, composition);
  expect(refusals.map(({ code }) => code)).toEqual(['mainScreenLost']);
});

it('refuses every release while there is no shell', () => {
  expect(codesOf({}, { ...composition, shell: null }).refusals).toEqual(['noShell']);
});

it('names each part that the release no longer has', () => {
  const { warnings } = checkRelease({ ...present, screens: ['contacts'], slots: [], commands: [] }, composition);
  expect(warnings.map(({ code }) => code)).toEqual(['screenLost', 'slotLost', 'commandLost']);
  expect(warnings[0]?.message).toBe('#chat führt danach ins Leere.');
});

const neededParts: readonly (readonly [string, Partial<RemoteManifest>, string, string])[] = [
  [
    'a screen that another remote opens',
    { screens: ['contacts'] },
    'screenNeeded',
    '#chat gibt es danach nicht mehr, wird aber von mf-discovery geöffnet.',
  ],
  [
    'a slot that another remote shows',
    { slots: [] },
    'slotNeeded',
    'Den Slot restaurant/social gibt es danach nicht mehr, er wird aber von mf-discovery gezeigt.',
  ],
  [
    'a command that another remote calls',
    { commands: [] },
    'commandNeeded',
    'Den Befehl social/connect führt danach niemand mehr aus, er wird aber von mf-discovery gerufen.',
  ],
];

describe('a release that no longer has', () => {
  const user = aMainManifest({
    uses: { screens: ['chat', 'orders'], slots: ['restaurant/social'], commands: ['social/connect'] },
  });

  it.each(neededParts)('%s is refused with the name of that remote', (_name, overrides, expectedCode, message) => {
    const { refusals, warnings } = checkRelease(
      { ...present, ...overrides },
      { ...composition, remotes: [user, present] },
    );
    expect(refusals).toEqual([{ code: expectedCode, message, remedy: expect.stringContaining('mf-discovery') }]);
    expect(warnings).toEqual([]);
  });

  it('a part that it alone uses is only warned of', () => {
    const selfUser = { ...present, uses: { screens: ['chat'], slots: [], commands: [] } };
    const { refusals, warnings } = checkRelease(
      { ...selfUser, screens: ['contacts'] },
      { ...composition, remotes: [otherRemote, selfUser] },
    );
    expect([refusals, warnings.map(({ code }) => code)]).toEqual([[], ['screenLost']]);
  });
});

it('does not compare shared packages with an older shell, whose manifest lacks them', () => {
  const olderShell = aShellManifest({ contract: '3.2.0' });
  expect(
    checkRelease({ ...present, shared: { react: '18.0.0' } }, { ...composition, shell: olderShell }).refusals,
  ).toEqual([]);
});
