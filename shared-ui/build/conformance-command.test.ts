import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ConformanceReport } from '@mahlzeit/contract';
import { checkConformance, describeReport, isFaultless, REPORT_FILE } from './conformance-command';
import { integrityOf, writeInputHash } from './release-files';
import { inputHashOf, readWorkspacePackage } from './workspace-package';
import type { WorkspacePackage } from './workspace-package';

let root = '';
let pkg: WorkspacePackage;

const write = (path: string, content: unknown): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
};

const sizeReport = (name: string, overrides: object = {}) => ({
  name,
  initial: 0,
  entry: 0,
  usefulList: 0,
  screens: {},
  slots: {},
  shared: {},
  page: 0,
  fonts: 0,
  scripts: {},
  ...overrides,
});

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'mahlzeit-conformance-test-'));
  write('package.json', { workspaces: ['mf-*', 'shell'] });
  write('lerna.json', {});
  write('shell/package.json', { name: 'shell', version: '1.0.0' });
  write('shell/src/main.tsx', '');
  write(
    'shell/dist/sizes.json',
    sizeReport('shell', {
      shared: { 'ui/dialog': ['dialog.js'] },
      scripts: { 'dialog.js': { weight: 4_000, packages: [] } },
    }),
  );
  write('mf-probe/package.json', { name: 'mf-probe', version: '1.0.0' });
  write('mf-probe/src/remote.ts', 'export default {};');
  write('mf-probe/size-budgets.json', { probe: 10 });
  write('mf-probe/dist/release.json', { version: '1.0.0+0123456789ab', files: {} });
  write(
    'mf-probe/dist/sizes.json',
    sizeReport('mf-probe', {
      entry: 3_000,
      screens: { probe: { own: 5_000, shared: ['ui/dialog'] } },
      scripts: { 'probe.js': { weight: 5_000, packages: ['lucide-react'] } },
    }),
  );
  pkg = readWorkspacePackage(join(root, 'mf-probe'));
  writeInputHash(join(pkg.dir, 'dist'), inputHashOf(pkg));
});
afterEach(() => rmSync(root, { recursive: true }));

/** Turns the test's remote into a repository of its own, without shell and workspaces around it. */
const makeRemoteStandalone = (): void => {
  for (const path of ['package.json', 'lerna.json', 'shell']) rmSync(join(root, path), { recursive: true });
  pkg = readWorkspacePackage(join(root, 'mf-probe'));
  writeInputHash(join(pkg.dir, 'dist'), inputHashOf(pkg));
};

const suiteThatFinds =
  (findings: readonly string[], remote = 'mf-probe') =>
  (_pkg: WorkspacePackage, resultFile: string): void =>
    writeFileSync(resultFile, JSON.stringify({ remote, rules: 26, passed: 7, findings }));

const readReport = (): ConformanceReport =>
  ConformanceReport.parse(JSON.parse(readFileSync(join(pkg.dir, 'dist', REPORT_FILE), 'utf8')));

it('writes the report of just the build that lies there', async () => {
  const outcome = await checkConformance(pkg, suiteThatFinds([]));
  expect(outcome).toEqual({ report: readReport() });
  expect(readReport()).toEqual({
    name: 'mf-probe',
    version: '1.0.0+0123456789ab',
    manifest: integrityOf(join(pkg.dir, 'dist/release.json')),
    suite: 1,
    rules: 26,
    passed: 7,
    findings: [],
    budgets: { remoteEntry: { bytes: 3_000, bound: 4_000 }, probe: { bytes: 9_000, bound: 10_000 } },
    bundled: [],
  });
  expect(isFaultless(readReport())).toBe(true);
});

it('measures a remote in a repository of its own without the shell', async () => {
  makeRemoteStandalone();
  await checkConformance(pkg, suiteThatFinds([]));
  expect(readReport().budgets).toEqual({
    remoteEntry: { bytes: 3_000, bound: 4_000 },
    probe: { bytes: 5_000, bound: 10_000 },
  });
});

it.each<[string, () => void, RegExp]>([
  ['a finding', () => undefined, /it draws nothing/],
  ['a screen above its budget', () => write('mf-probe/size-budgets.json', { probe: 8 }), /probe wiegt 9000 Byte/],
  [
    'a shared package in its scripts',
    () =>
      write(
        'mf-probe/dist/sizes.json',
        sizeReport('mf-probe', { scripts: { 'probe.js': { weight: 1, packages: ['react'] } } }),
      ),
    /^react steckt in den Skripten/m,
  ],
])('names %s in the report, which is no faultless one', async (what, change, description) => {
  change();
  await checkConformance(
    pkg,
    suiteThatFinds(what === 'a finding' ? ['mf-probe, screen probe: it draws nothing.'] : []),
  );
  expect(isFaultless(readReport())).toBe(false);
  expect(describeReport(readReport()).join('\n')).toMatch(description);
});

it.each<[string, () => void, ReturnType<typeof suiteThatFinds>, string]>([
  ['a build of other sources', () => write('mf-probe/src/screen.tsx', ''), suiteThatFinds([]), 'notBuilt'],
  ['no build', () => rmSync(join(root, 'mf-probe/dist/release.json')), suiteThatFinds([]), 'notBuilt'],
  ['a suite that ends without a result', () => undefined, () => undefined, 'noResult'],
  ['the result of another remote', () => undefined, suiteThatFinds([], 'mf-other'), 'noResult'],
])('writes none for %s', async (_caseName, change, runSuite, problem) => {
  change();
  expect(await checkConformance(pkg, runSuite)).toEqual({ problem });
  expect(existsSync(join(pkg.dir, 'dist', REPORT_FILE))).toBe(false);
});

it('writes none when the sources change while the suite runs', async () => {
  const outcome = await checkConformance(pkg, (changedPackage, resultFile) => {
    suiteThatFinds([])(changedPackage, resultFile);
    write('mf-probe/src/screen.tsx', 'export {};');
  });
  expect(outcome).toEqual({ problem: 'notBuilt' });
});
