import { CONFORMANCE_SUITE_VERSION } from '@mahlzeit/contract';
import type { ConformanceReport } from '@mahlzeit/contract';
import { aConformanceReport, aRemoteManifest } from '../fakes/fake-releases';
import { checkConformance } from './conformance-checks';

const manifest = aRemoteManifest({
  version: '5.0.1+0123456789ab',
  screens: ['contacts'],
  slots: ['restaurant/social'],
});
const manifestFile = Buffer.from(JSON.stringify(manifest));

const problemsOf = (reportFile: Buffer | null) =>
  checkConformance({ manifest, manifestFile, reportFile }).map(({ code, message }) => `${code}: ${message}`);

const problemsOfReport = (overrides: Partial<ConformanceReport>) =>
  problemsOf(Buffer.from(JSON.stringify(aConformanceReport(manifest, manifestFile, overrides))));

it('accepts the report of just this build', () => {
  expect(problemsOfReport({})).toEqual([]);
});

it('refuses a release without a report', () => {
  expect(problemsOf(null)).toEqual(['conformanceMissing: Der Bericht der Konformitätsprüfung fehlt.']);
});

it.each([
  ['no JSON', 'passed'],
  ['a field too few', JSON.stringify({ ...aConformanceReport(manifest, manifestFile), bundled: undefined })],
])('refuses a report with %s', (_what, text) => {
  expect(problemsOf(Buffer.from(text))).toEqual([
    'conformanceInvalid: Der Bericht der Konformitätsprüfung ist nicht lesbar.',
  ]);
});

const budgets = { contacts: { bytes: 41_000, bound: 45_000 }, 'restaurant/social': { bytes: 9_000, bound: 10_000 } };
const otherManifestFile = Buffer.from(JSON.stringify({ ...manifest, files: {} }));

it.each<[string, Partial<ConformanceReport>, readonly string[]]>([
  [
    'the report of other files',
    { manifest: aConformanceReport(manifest, otherManifestFile).manifest },
    [expect.stringMatching(/^conformanceStale: .* anderen Build/)],
  ],
  [
    'the report of another version',
    { version: '5.0.0+0123456789ab' },
    [expect.stringMatching(/^conformanceStale: .*mf-social 5\.0\.0\+0123456789ab/)],
  ],
  ['the report of another remote', { name: 'mf-other' }, [expect.stringMatching(/^conformanceStale: /)]],
  [
    'the report of an older suite',
    { suite: CONFORMANCE_SUITE_VERSION - 1 },
    [expect.stringMatching(/^conformanceOutdated: /)],
  ],
  ['a suite that has checked nothing', { passed: 0 }, [expect.stringMatching(/^conformanceEmpty: /)]],
  [
    'findings',
    { findings: ['mf-social, screen contacts, Kontakte: it draws nothing. Draw a loading state.'] },
    [expect.stringMatching(/^conformanceFinding: .*screen contacts, Kontakte: it draws nothing/)],
  ],
  [
    'a screen above its budget',
    { budgets: { ...budgets, contacts: { bytes: 51_234, bound: 45_000 } } },
    ['budgetExceeded: contacts wiegt 51,2 kB, erlaubt sind 45,0 kB.'],
  ],
  [
    'a slot without a budget',
    { budgets: { contacts: budgets.contacts } },
    ['budgetMissing: Für restaurant/social steht keine Grenze in size-budgets.json.'],
  ],
  [
    'a shared package in its own scripts',
    { bundled: ['react'] },
    ['sharedBundled: Das Remote bringt react selbst mit, obwohl die Shell das Paket teilt.'],
  ],
])('refuses a release with %s', (_what, overrides, expectedProblems) => {
  expect(problemsOfReport(overrides)).toEqual(expectedProblems);
});

it('names ten of many findings', () => {
  const findings = Array.from({ length: 30 }, (_, index) => `finding ${index}`);
  expect(problemsOfReport({ findings })).toHaveLength(10);
});
