import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from '../api-gateway/bin/ensure-installed.mjs';
import { workspacesOf } from '../shared-ui/build/workspaces.mjs';
import { ensureChromium } from './chromium.mjs';
import { ensureServer } from './servers.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const resultsFolder = `${root}/test-results`;
const totalTestCounts = { passed: 0, failed: 0, skipped: 0 };
const skippedTestTitles = [];
const failureTexts = [];

const ANSI_ESCAPES = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');
const MAX_FAILURE_LINES = 12;

/** Stores the message of a failed test or check, which is printed at the end of the run. */
const recordFailure = (title, messages) =>
  failureTexts.push(
    [
      `failed: ${title}`,
      ...messages.flatMap((message) => message.replaceAll(ANSI_ESCAPES, '').split('\n').slice(0, MAX_FAILURE_LINES)),
    ].join('\n  '),
  );

const addTestCounts = ({ passed, failed, skipped }) => {
  totalTestCounts.passed += passed;
  totalTestCounts.failed += failed;
  totalTestCounts.skipped += skipped;
};

const readJsonReport = (reportPath) => {
  try {
    return JSON.parse(readFileSync(reportPath, 'utf8'));
  } catch {
    return null;
  }
};

/**
 * Adds the numbers of a Jest run to the total. A run without a report, or with a failure outside of its tests, counts
 * as one failure.
 */
const addJestCounts = (jestReport, hasSucceeded) => {
  if (jestReport === null) return addTestCounts({ passed: 0, failed: 1, skipped: 0 });
  const skippedTests = jestReport.testResults
    .flatMap((suite) => suite.assertionResults)
    .filter((test) => test.status === 'pending' || test.status === 'todo');
  skippedTestTitles.push(...skippedTests.map((test) => test.fullName));
  for (const { name, message, assertionResults } of jestReport.testResults) {
    const failedTests = assertionResults.filter((test) => test.status === 'failed');
    for (const test of failedTests) recordFailure(test.fullName, test.failureMessages);
    if (failedTests.length === 0 && message !== '') recordFailure(name, [message]);
  }
  const brokenSuiteCount =
    jestReport.numRuntimeErrorTestSuites +
    (!hasSucceeded && jestReport.numFailedTests === 0 && jestReport.numRuntimeErrorTestSuites === 0 ? 1 : 0);
  return addTestCounts({
    passed: jestReport.numPassedTests,
    failed: jestReport.numFailedTests + brokenSuiteCount,
    skipped: skippedTests.length,
  });
};

/** Workspaces that start first: they have few tests, but these take long because they start processes. */
const SLOW_WORKSPACES = ['@mahlzeit/api-gateway', '@mahlzeit/e2e'];

const testFileCountIn = (folder) =>
  readdirSync(`${root}/${folder}`, { recursive: true }).filter(
    (path) => /\.test\.tsx?$/.test(path) && !path.includes('node_modules'),
  ).length;

/**
 * Returns the workspaces with Jest tests, each with its scripts: `test:live` if there is one, or else `test`, and
 * `test:postgres` where PostgreSQL is installed. Playwright runs the browser tests in a step of its own.
 */
const listJestScripts = (hasPostgres) => {
  const packages = workspacesOf(root).map((folder) => ({
    ...JSON.parse(readFileSync(`${root}/${folder}/package.json`, 'utf8')),
    folder,
    testFiles: testFileCountIn(folder),
  }));
  const workspaceStartRank = (name) =>
    SLOW_WORKSPACES.includes(name) ? SLOW_WORKSPACES.indexOf(name) : SLOW_WORKSPACES.length;
  // The longest workspaces begin first, so that both cores have work until the end.
  return packages
    .sort((a, b) => workspaceStartRank(a.name) - workspaceStartRank(b.name) || b.testFiles - a.testFiles)
    .flatMap(({ name, folder, scripts = {} }) =>
      [['test:live', 'test'], hasPostgres ? ['test:postgres'] : []]
        .flatMap((alternatives) => alternatives.filter((script) => script in scripts).slice(0, 1))
        .map((script) => ({ name, folder, script })),
    );
};

/**
 * Runs the Jest tests of one workspace on one core and adds their numbers to the total. npm gets no `-w`, because it
 * would also run the workspaces inside a folder of that name, and their reports would replace the first one.
 */
const runJest = async ({ name, folder, script }, { report, runStep }) => {
  const reportPath = `${resultsFolder}/jest-${`${name} ${script}`.replaceAll(/\W+/g, '-')}.json`;
  const args = [
    'run',
    script,
    '--no-workspaces',
    '--',
    '--ci',
    '--maxWorkers=1',
    '--json',
    `--outputFile=${reportPath}`,
  ];
  const stepResult = await runStep(`npm run ${script} -w ${name}`, 'npm', args, {
    cwd: `${root}/${folder}`,
    env: { POSTGRES_SUITES: 'short' },
  });
  report(stepResult);
  addJestCounts(readJsonReport(reportPath), stepResult.ok);
};

/** Last lines of a page's outline to print: open dialogs and messages come after the page that lies behind them. */
const MAX_OUTLINE_LINES = 50;

/** Returns the outline of the page at the moment when a browser test failed, as Playwright has stored it. */
const pageOutlineOf = ({ attachments }) => {
  const outlineFile = attachments.find(({ name }) => name === 'error-context')?.path;
  if (outlineFile === undefined) return [];
  const outline = /```yaml\n(.*?)\n```/s.exec(readFileSync(outlineFile, 'utf8'))?.[1];
  return outline === undefined ? [] : ['The page then:', ...outline.split('\n').slice(-MAX_OUTLINE_LINES)];
};

const playwrightSpecsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(playwrightSpecsOf)];

const MAX_SLOW_TESTS = 15;

/** Lists the slowest browser tests with their seconds, because they decide how long the whole run takes. */
const slowestTestsOf = (playwrightSpecs) =>
  playwrightSpecs
    .map(({ file, line, title, tests }) => ({
      name: `${file}:${line} ${title}`,
      seconds: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration / 1000, 0),
    }))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, MAX_SLOW_TESTS)
    .map(({ name, seconds }) => `${seconds.toFixed(0).padStart(4)} s  ${name}`);

/** Runs the browser tests with Playwright and adds their numbers to the total. */
const runPlaywright = () => {
  const reportPath = `${resultsFolder}/playwright.json`;
  const { status } = spawnSync(
    `${root}/node_modules/.bin/playwright`,
    ['test', '--config', 'e2e/playwright.config.ts'],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: reportPath },
    },
  );
  const report = readJsonReport(reportPath);
  if (report === null) return addTestCounts({ passed: 0, failed: 1, skipped: 0 });
  const { expected, unexpected, flaky, skipped } = report.stats;
  const playwrightSpecs = report.suites.flatMap(playwrightSpecsOf);
  console.log(['The slowest browser tests:', ...slowestTestsOf(playwrightSpecs)].join('\n'));
  skippedTestTitles.push(
    ...playwrightSpecs.filter((spec) => spec.tests.some((test) => test.status === 'skipped')).map((spec) => spec.title),
  );
  for (const spec of playwrightSpecs.filter(({ ok }) => !ok))
    recordFailure(
      spec.title,
      spec.tests
        .flatMap((test) => test.results)
        .flatMap((result) => [
          ...result.errors.map(({ message = '', location }) =>
            location === undefined ? message : `${location.file}:${location.line}: ${message}`,
          ),
          ...pageOutlineOf(result),
        ]),
    );
  const errorCount = report.errors.length + (status !== 0 && unexpected + flaky + report.errors.length === 0 ? 1 : 0);
  return addTestCounts({ passed: expected, failed: unexpected + flaky + errorCount, skipped });
};

await ensureInstalled(root);
rmSync(resultsFolder, { recursive: true, force: true });
mkdirSync(resultsFolder, { recursive: true });
const hasChromium = ensureChromium();
const hasPostgres = ensureServer('postgres');
// On CI a missing server counts as a failed test, because no test may be skipped there.
for (const hasServer of [hasPostgres, ensureServer('redis'), ensureServer('proxy')])
  if (!hasServer && process.env.CI !== undefined) addTestCounts({ passed: 0, failed: 1, skipped: 0 });
const { check, ...steps } = await import('./check.mjs');
// Jest runs before the build, because the Jest tests need only source files.
const checkResults = await check(listJestScripts(hasPostgres).map((workspace) => () => runJest(workspace, steps)));
addTestCounts({
  passed: checkResults.ran - checkResults.failed.length,
  failed: checkResults.failed.length,
  skipped: 0,
});
for (const { name, output } of checkResults.failed) recordFailure(`check „${name}“`, [output.trim()]);
if (hasChromium) runPlaywright();
else addTestCounts({ passed: 0, failed: 1, skipped: 0 });

for (const failureText of failureTexts) console.log(failureText);
for (const title of skippedTestTitles) console.log(`skipped: ${title}`);
console.log(`${totalTestCounts.passed} passed, ${totalTestCounts.failed} failed, ${totalTestCounts.skipped} skipped`);
process.exitCode = totalTestCounts.failed === 0 ? 0 : 1;
