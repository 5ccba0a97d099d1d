import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from '../api-gateway/bin/ensure-installed.mjs';
import { workspacesOf } from '../shared-ui/build/workspaces.mjs';
import { ensureChromium } from './chromium.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const results = `${root}/test-results`;
const total = { passed: 0, failed: 0, skipped: 0 };
const skippedTitles = [];
const failures = [];

const ESCAPES = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');
const LINES_OF_A_FAILURE = 12;

/** Stores the message of a failed test or check, which is printed at the end of the run. */
const noteFailure = (title, messages) =>
  failures.push(
    [
      `failed: ${title}`,
      ...messages.flatMap((message) => message.replaceAll(ESCAPES, '').split('\n').slice(0, LINES_OF_A_FAILURE)),
    ].join('\n  '),
  );

const add = ({ passed, failed, skipped }) => {
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
};

const readReport = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
};

/**
 * Adds the numbers of a Jest run to the total. A run without a report, or with a failure outside of its tests, counts
 * as one failure.
 */
const addJest = (report, ok) => {
  if (report === null) return add({ passed: 0, failed: 1, skipped: 0 });
  const titles = report.testResults
    .flatMap((suite) => suite.assertionResults)
    .filter((test) => test.status === 'pending' || test.status === 'todo');
  skippedTitles.push(...titles.map((test) => test.fullName));
  for (const { name, message, assertionResults } of report.testResults) {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    for (const test of failed) noteFailure(test.fullName, test.failureMessages);
    if (failed.length === 0 && message !== '') noteFailure(name, [message]);
  }
  const broken =
    report.numRuntimeErrorTestSuites +
    (!ok && report.numFailedTests === 0 && report.numRuntimeErrorTestSuites === 0 ? 1 : 0);
  return add({ passed: report.numPassedTests, failed: report.numFailedTests + broken, skipped: titles.length });
};

/** Workspaces that start first: they have few tests, but these take long because they start processes. */
const SLOW_WORKSPACES = ['@mahlzeit/api-gateway', '@mahlzeit/e2e'];

const testFilesIn = (folder) =>
  readdirSync(`${root}/${folder}`, { recursive: true }).filter(
    (path) => /\.test\.tsx?$/.test(path) && !path.includes('node_modules'),
  ).length;

/**
 * Returns the workspaces with Jest tests, each with its script: `test:live` if there is one, or else `test`. Playwright
 * runs the browser tests in a step of its own.
 */
const jestScripts = () => {
  const packages = workspacesOf(root).map((folder) => ({
    ...JSON.parse(readFileSync(`${root}/${folder}/package.json`, 'utf8')),
    testFiles: testFilesIn(folder),
  }));
  const rank = (name) => (SLOW_WORKSPACES.includes(name) ? SLOW_WORKSPACES.indexOf(name) : SLOW_WORKSPACES.length);
  // The longest workspaces begin first, so that both cores have work until the end.
  return packages
    .sort((one, other) => rank(one.name) - rank(other.name) || other.testFiles - one.testFiles)
    .flatMap(({ name, scripts = {} }) =>
      ['test:live', 'test']
        .filter((script) => script in scripts)
        .slice(0, 1)
        .map((script) => ({ name, script })),
    );
};

/** Runs the Jest tests of one workspace on one core and adds their numbers to the total. */
const runJest = async ({ name, script }, { report, runStep }) => {
  const file = `${results}/jest-${name.replaceAll(/\W+/g, '-')}.json`;
  const args = ['run', script, '-w', name, '--', '--ci', '--maxWorkers=1', '--json', `--outputFile=${file}`];
  const step = await runStep(`npm run ${script} -w ${name}`, 'npm', args, { cwd: root });
  report(step);
  addJest(readReport(file), step.ok);
};

const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];

/** Runs the browser tests with Playwright and adds their numbers to the total. */
const runPlaywright = () => {
  const file = `${results}/playwright.json`;
  const { status } = spawnSync(
    `${root}/node_modules/.bin/playwright`,
    ['test', '--config', 'e2e/playwright.config.ts'],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
    },
  );
  const report = readReport(file);
  if (report === null) return add({ passed: 0, failed: 1, skipped: 0 });
  const { expected, unexpected, flaky, skipped } = report.stats;
  const specs = report.suites.flatMap(specsOf);
  skippedTitles.push(
    ...specs.filter((spec) => spec.tests.some((test) => test.status === 'skipped')).map((spec) => spec.title),
  );
  for (const spec of specs.filter(({ ok }) => !ok))
    noteFailure(
      spec.title,
      spec.tests
        .flatMap((test) => test.results)
        .flatMap(({ errors }) => errors)
        .map(({ message = '', location }) =>
          location === undefined ? message : `${location.file}:${location.line}: ${message}`,
        ),
    );
  const broken = report.errors.length + (status !== 0 && unexpected + flaky + report.errors.length === 0 ? 1 : 0);
  return add({ passed: expected, failed: unexpected + flaky + broken, skipped });
};

await ensureInstalled(root);
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const hasChromium = ensureChromium();
const { check, ...steps } = await import('./check.mjs');
// Jest runs before the build, because the Jest tests need only source files.
const checks = await check(jestScripts().map((workspace) => () => runJest(workspace, steps)));
add({ passed: checks.ran - checks.failed.length, failed: checks.failed.length, skipped: 0 });
for (const { name, output } of checks.failed) noteFailure(`check „${name}“`, [output.trim()]);
if (hasChromium) runPlaywright();
else add({ passed: 0, failed: 1, skipped: 0 });

for (const failure of failures) console.log(failure);
for (const title of skippedTitles) console.log(`skipped: ${title}`);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed === 0 ? 0 : 1;
