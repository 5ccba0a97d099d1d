import { createHash } from 'node:crypto';
import { PublishedRelease } from '@mahlzeit/contract';
import type { ConformanceReport } from '@mahlzeit/contract';
import { testGateways } from '../../platform/testing/test-gateway';
import type { TestGateway } from '../../platform/testing/test-gateway';
import {
  aMainManifest,
  aShellManifest,
  aWholeRelease,
  createTemporaryFronts,
  withManifest,
} from './fakes/fake-releases';
import type { TemporaryFronts, WholeRelease } from './fakes/fake-releases';
import { createTeamTokens } from './index';
import type { RemoteManifest } from './manifest';
import { packFiles } from './store/pack-release';

const gateways = testGateways();
let fronts: TemporaryFronts;
let gateway: TestGateway;
let token = '';

beforeAll(async () => {
  fronts = createTemporaryFronts();
  fronts.build({ name: 'shell', manifest: aShellManifest({ contract: '3.0.0', shared: { react: '19.3.1' } }) });
  const usedParts = { screens: ['contacts'], slots: ['restaurant/social'], commands: ['social/connect'] };
  fronts.build({
    name: 'mf-discovery',
    manifest: aMainManifest({ uses: usedParts, addresses: { '/lokal': ['details'] } }),
  });
  gateway = await gateways.start({ folder: fronts.root });
  token = await createTeamTokens(gateway).issue({ remoteName: 'mf-social', tokenName: 'social-ci' });
  expect((await publish(aRelease('vorher'), 'channel=stable')).status).toBe(200);
});
afterAll(() => fronts.remove());

const publish = async ({ files }: WholeRelease, query: string) =>
  fetch(`${gateway.url}/api/releases?${query}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/gzip' },
    body: await packFiles(files),
  });

const versionsInStore = async (): Promise<unknown> => {
  const response = await fetch(`${gateway.url}/api/releases/mf-social`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  const releases: unknown = await response.json();
  return Array.isArray(releases) ? releases.map(({ version }: { readonly version: string }) => version) : releases;
};

const aRelease = (text: string, overrides: Partial<RemoteManifest> = {}): WholeRelease =>
  aWholeRelease(text, { commands: ['social/connect'], shared: { react: '19.0.0' }, ...overrides });

const withReport = (overrides: Partial<ConformanceReport>): WholeRelease => {
  const release = aRelease('bericht');
  return withManifest(release, release.manifest, overrides);
};

const withoutFile = (release: WholeRelease, file: string): WholeRelease => ({
  ...release,
  files: new Map([...release.files].filter(([name]) => name !== file)),
});

const PRERENDER_FILE = 'prerender.0a1b2c3d4e.cjs';

const withPrerender = (script: string): WholeRelease => {
  const release = aRelease('ansicht');
  const content = Buffer.from(script);
  const integrity = `sha384-${createHash('sha384').update(content).digest('base64')}`;
  const manifest = {
    ...release.manifest,
    prerender: PRERENDER_FILE,
    files: { ...release.manifest.files, [PRERENDER_FILE]: integrity },
  };
  return withManifest({ ...release, files: new Map(release.files).set(PRERENDER_FILE, content) }, manifest);
};

const damagedRelease = aRelease('beschädigt');

/** One bad release for each reason for which the gateway refuses a release. */
const badReleases: readonly (readonly [what: string, release: WholeRelease, status: number, code: string])[] = [
  [
    'a file with another content',
    {
      ...damagedRelease,
      files: new Map(damagedRelease.files).set(damagedRelease.manifest.entry, Buffer.from('fremd')),
    },
    400,
    'hashMismatch',
  ],
  ['a contract that the shell does not meet', aRelease('vertrag', { contract: '^4.0.0' }), 422, 'contractUnmet'],
  ['a shared package in another major', aRelease('haupt', { shared: { react: '18.3.1' } }), 422, 'sharedMajor'],
  ['a shared package of its own', withReport({ bundled: ['react'] }), 422, 'sharedBundled'],
  ['a screen of another remote', aRelease('fremd', { screens: ['contacts', 'details'] }), 422, 'screenTaken'],
  ['a slot of another remote', aRelease('schlitz', { slots: ['restaurant/social', 'frame/search'] }), 422, 'slotTaken'],
  ['an address of another remote', aRelease('weg', { addresses: { '/lokal': ['contacts'] } }), 422, 'addressTaken'],
  ['a screen too few', aRelease('ohne', { screens: [] }), 422, 'screenNeeded'],
  ['a slot too few', aRelease('leer', { slots: [] }), 422, 'slotNeeded'],
  ['a command too few', aRelease('stumm', { commands: [] }), 422, 'commandNeeded'],
  [
    'a screen above its budget',
    withReport({ budgets: { contacts: { bytes: 9, bound: 8 }, 'restaurant/social': { bytes: 1, bound: 2 } } }),
    422,
    'budgetExceeded',
  ],
  ['no budget for its screens', withReport({ budgets: {} }), 422, 'budgetMissing'],
  ['no report', withoutFile(aRelease('ungeprüft'), 'conformance.json'), 422, 'conformanceMissing'],
  ['the report of another build', withReport({ manifest: 'sha384-fremd' }), 422, 'conformanceStale'],
  [
    'a finding in its report',
    withReport({ findings: ['mf-social, screen contacts: it draws nothing.'] }),
    422,
    'conformanceFinding',
  ],
  [
    'a prerendered view that throws',
    withPrerender("exports.drawPrerender = () => { throw new Error('Suppe aus'); };"),
    422,
    'prerenderFailed',
  ],
];

it.each(badReleases)(
  'refuses a release with %s, tried or meant, and stores nothing',
  async (_what, release, status, code) => {
    const versionsBefore = await versionsInStore();
    for (const query of ['channel=stable&dryRun=1', 'channel=stable']) {
      const response = await publish(release, query);
      expect([response.status, await response.json()]).toEqual([
        status,
        expect.objectContaining({
          details: {
            problems: expect.arrayContaining([{ code, message: expect.any(String), remedy: expect.any(String) }]),
          },
        }),
      ]);
    }
    expect(await versionsInStore()).toEqual(versionsBefore);
  },
);

it('answers others while a prerendered view hangs, and refuses it at its deadline', async () => {
  const hangingPublication = publish(withPrerender('exports.drawPrerender = () => { for (;;); };'), 'channel=stable');
  const livez = await Promise.race([
    fetch(`${gateway.url}/livez`).then(({ status }) => status),
    hangingPublication.then(() => 'the refusal came first'),
  ]);
  expect(livez).toBe(200);
  expect(await (await hangingPublication).json()).toMatchObject({ details: { problems: [{ code: 'prerenderLate' }] } });
});

it('publishes a release whose view can be drawn', async () => {
  const drawing = withPrerender("exports.drawPrerender = () => ({ html: '<p>Mittag</p>', css: '' });");
  const response = await publish(drawing, 'channel=beta');
  expect(PublishedRelease.parse(await response.json())).toMatchObject({ problems: [] });
});
