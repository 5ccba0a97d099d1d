import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONFORMANCE_SUITE_VERSION } from '@mahlzeit/contract';
import type { ConformanceReport } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import { buildPackage, isPackageBuilt } from './build-command';
import { integrityOf, writeJsonAtomically } from './release-files';
import { PACKAGES_FORBIDDEN_IN_REMOTES } from './shared-policy';
import { measureRemote, packagesInScripts } from './size-budgets';
import { frontendsOf, readWorkspacePackage } from './workspace-package';
import type { WorkspacePackage } from './workspace-package';

/** Name of the file in a release's folder with the report of the conformance suite about exactly this build. */
export const REPORT_FILE = 'conformance.json';

/** Path of the test file in each remote that runs the conformance suite. */
const SUITE_TEST = 'src/conformance.test';

const SuiteResult = z.object({
  remote: z.string(),
  rules: z.int(),
  passed: z.int(),
  findings: z.array(z.string()),
});
type SuiteResult = z.infer<typeof SuiteResult>;

/** Runs the conformance suite of a remote. The suite writes its result into `resultFile`. */
type RunSuite = (pkg: WorkspacePackage, resultFile: string) => void;

const runSuiteTest: RunSuite = ({ dir }, resultFile) => {
  spawnSync('npm', ['test', '--silent', '--', '--testPathPatterns', SUITE_TEST], {
    cwd: dir,
    env: { ...process.env, CONFORMANCE_RESULT: resultFile },
    // The output of the tests goes to stderr, because only the report is the result of the command.
    stdio: ['ignore', 2, 2],
  });
};

const readSuiteResult = (pkg: WorkspacePackage, runSuite: RunSuite): SuiteResult | null => {
  const folder = mkdtempSync(join(tmpdir(), 'mahlzeit-conformance-'));
  const resultFile = join(folder, 'result.json');
  try {
    runSuite(pkg, resultFile);
    return existsSync(resultFile) ? SuiteResult.parse(JSON.parse(readFileSync(resultFile, 'utf8'))) : null;
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/**
 * Returns the folder of the shell, and builds the shell if there is no build yet. Null in a repository without a shell.
 */
const prepareShell = async (root: string): Promise<string | null> => {
  const shellPackage = frontendsOf(root)
    .map((folder) => readWorkspacePackage(join(root, folder)))
    .find(({ kind }) => kind === 'shell');
  if (shellPackage === undefined) return null;
  if (!existsSync(join(shellPackage.dir, 'dist/sizes.json'))) await buildPackage(shellPackage, { mode: 'production' });
  return shellPackage.dir;
};

const budgetsOf = (pkg: WorkspacePackage, shellFolder: string | null): ConformanceReport['budgets'] =>
  Object.fromEntries(
    measureRemote(pkg.dir, shellFolder).map(({ figure, bytes, bound }) => [
      figure.replace(`${pkg.name}: `, ''),
      { bytes, bound },
    ]),
  );

const ReleaseVersion = z.object({ version: z.string() });

/** Result of the command: the conformance report, or the reason why there is none. */
type ConformanceOutcome =
  { readonly report: z.infer<typeof ConformanceReport> } | { readonly problem: 'noRemote' | 'notBuilt' | 'noResult' };

/**
 * Runs the conformance suite of a built remote and writes `dist/conformance.json`: the report that a release needs to
 * be published. The suite must run on the sources from which the build was made; their hashes are compared. Without a
 * build of the current sources there is no report.
 */
export const checkConformance = async (
  pkg: WorkspacePackage,
  runSuite: RunSuite = runSuiteTest,
): Promise<ConformanceOutcome> => {
  if (pkg.kind !== 'remote') return { problem: 'noRemote' };
  const isBuilt = (): boolean => isPackageBuilt(pkg);
  if (!isBuilt()) return { problem: 'notBuilt' };
  const suiteResult = readSuiteResult(pkg, runSuite);
  if (suiteResult === null || suiteResult.remote !== pkg.name) return { problem: 'noResult' };
  const shellFolder = await prepareShell(pkg.root);
  // While the suite ran, the sources may have changed or may have been built again.
  if (!isBuilt()) return { problem: 'notBuilt' };
  const manifestFile = join(pkg.dir, 'dist/release.json');
  const { rules, passed, findings } = suiteResult;
  const report: ConformanceReport = {
    name: z.templateLiteral(['mf-', z.string()]).parse(pkg.name),
    version: ReleaseVersion.parse(JSON.parse(readFileSync(manifestFile, 'utf8'))).version,
    manifest: integrityOf(manifestFile),
    suite: CONFORMANCE_SUITE_VERSION,
    rules,
    passed,
    findings,
    budgets: budgetsOf(pkg, shellFolder),
    bundled: packagesInScripts(pkg.dir).filter((name) => PACKAGES_FORBIDDEN_IN_REMOTES.includes(name)),
  };
  writeJsonAtomically(join(pkg.dir, 'dist', REPORT_FILE), report);
  return { report };
};

/** Returns whether the report of the conformance suite allows the publication of its release. */
export const isFaultless = ({ findings, budgets, bundled }: ConformanceReport): boolean =>
  findings.length === 0 && bundled.length === 0 && Object.values(budgets).every(({ bytes, bound }) => bytes <= bound);

/**
 * Returns the lines that describe a conformance report: the checked rules, and everything that prevents the publication
 * of the release.
 */
export const describeReport = ({ name, version, rules, passed, findings, budgets, bundled }: ConformanceReport) => [
  `${name} ${version}: ${passed} Zustände nach ${rules} Regeln geprüft.`,
  ...findings,
  ...Object.entries(budgets)
    .filter(([, { bytes, bound }]) => bytes > bound)
    .map(([part, { bytes, bound }]) => `${part} wiegt ${bytes} Byte, erlaubt sind ${bound}.`),
  ...bundled.map((packageName) => `${packageName} steckt in den Skripten, obwohl die Shell das Paket teilt.`),
];
