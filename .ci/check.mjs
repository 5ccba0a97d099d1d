import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildChanged } from '../api-gateway/bin/build-changed.mjs';
import { ensureInstalled } from '../api-gateway/bin/ensure-installed.mjs';
import { workspacesOf } from '../shared-ui/build/workspaces.mjs';

/** Runs one command and collects its output. Resolves with `{ name, ok, output, seconds }` and never rejects. */
export const runStep = (name, command, args, { cwd, env = {} } = {}) =>
  new Promise((resolve) => {
    const startedAt = performance.now();
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env } });
    const outputChunks = [];
    child.stdout.on('data', (chunk) => outputChunks.push(chunk));
    child.stderr.on('data', (chunk) => outputChunks.push(chunk));
    const finishStep = (hasSucceeded) =>
      resolve({
        name,
        ok: hasSucceeded,
        output: Buffer.concat(outputChunks).toString(),
        seconds: (performance.now() - startedAt) / 1000,
      });
    child.on('error', (error) => {
      outputChunks.push(Buffer.from(String(error)));
      finishStep(false);
    });
    child.on('close', (exitCode) => finishStep(exitCode === 0));
  });

/** Prints one line for each step, and the full output of a step that failed or that prints figures (`hasFigures`). */
export const report = ({ name, ok, output, seconds }, hasFigures = false) => {
  console.log(`${ok ? '✓' : '✗'} ${name} (${seconds.toFixed(1)} s)`);
  if (!ok || hasFigures) console.log(output.trimEnd());
};

const root = fileURLToPath(new URL('..', import.meta.url));
const binPath = (name) => `${root}/node_modules/.bin/${name}`;

/** Folders of the top-level packages. A package inside one of them is checked together with the outer package. */
const packageFolders = workspacesOf(root).filter((folder) => !folder.includes('/'));
const checkTestPaths = readdirSync(`${root}/.ci`)
  .filter((name) => name.endsWith('.test.mjs'))
  .map((name) => `.ci/${name}`);

/** Git's name of a tree without files: compared with it, every line of the repository is new. */
const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
/** Setting with which `git diff --check` finds the marks of an unfinished merge alone; Prettier sees to the spaces. */
const ONLY_MERGE_MARKS = 'core.whitespace=-trailing-space,-space-before-tab,-blank-at-eof,-blank-at-eol';

const CORE_COUNT = 2;

/** The native TypeScript compiler. Linters and bundlers still need the interface of the package `typescript`. */
const nativeCompiler = `${root}/node_modules/typescript-native/bin/tsc`;

/**
 * Checks that `npm run check` runs, the longest first: name, command, arguments, and `true` when the check's figures
 * are printed. A core that becomes free takes the next check.
 */
const CHECKS = [
  ['lint', binPath('eslint'), ['.', '--max-warnings', '0', '--cache', '--cache-location', '.cache/eslint']],
  ['lint with types', binPath('oxlint'), ['.']],
  ['types: end to end', nativeCompiler, ['-p', 'tsconfig.e2e.json']],
  ['types: browser', nativeCompiler, ['-p', 'tsconfig.browser.json']],
  ['types: gateway and build', nativeCompiler, ['-p', 'tsconfig.node.json']],
  ['formatting', binPath('prettier'), ['--check', '--log-level', 'warn', '.']],
  [
    'import rules',
    binPath('depcruise'),
    ['--config', '.dependency-cruiser.cjs', '--output-type', 'err-long', ...packageFolders],
  ],
  ['dead code', binPath('knip'), []],
  ['texts', process.execPath, ['.ci/check-texts.mjs']],
  ['words', process.execPath, ['.ci/check-words.mjs']],
  ['references', process.execPath, ['.ci/check-references.mjs']],
  ['security table', process.execPath, ['.ci/check-security.mjs'], true],
  ['marks of a merge', 'git', ['-c', ONLY_MERGE_MARKS, 'diff', '--check', EMPTY_TREE]],
  ['length of lines', process.execPath, ['.ci/check-lines.mjs']],
  ['folders', process.execPath, ['.ci/check-folders.mjs']],
  ['what the checks catch', process.execPath, ['--test', ...checkTestPaths]],
  ['OpenAPI document', binPath('tsx'), ['api-gateway/contract/src/openapi/write-openapi.ts']],
  ['names of the remotes', binPath('tsx'), ['shared-ui/build/check-declarations.ts']],
  ['one version of each shared singleton', binPath('tsx'), ['shared-ui/build/check-singletons.ts']],
  ['shape of the files', process.execPath, ['.ci/check-shape.mjs'], true],
];

/**
 * Runs the jobs of `firstJobs` and then every check of `npm run check`. Returns the failed checks with their names and
 * outputs, and the number of checks that ran.
 */
export const check = async (firstJobs = []) => {
  const failedChecks = [];
  let finishedCheckCount = 0;
  const recordResult = (stepResult, hasFigures) => {
    finishedCheckCount += 1;
    report(stepResult, hasFigures);
    if (!stepResult.ok) failedChecks.push(stepResult);
  };
  const checkJobs = CHECKS.map(
    ([name, command, args, hasFigures]) =>
      async () =>
        recordResult(await runStep(name, command, args, { cwd: root }), hasFigures),
  );
  const waitingJobs = [...firstJobs, ...checkJobs];
  const runJobs = async () => {
    for (let nextJob = waitingJobs.shift(); nextJob !== undefined; nextJob = waitingJobs.shift()) await nextJob();
  };
  const workers = Array.from({ length: CORE_COUNT }, runJobs);
  // The build begins as soon as one core has no more check to run, while the other core finishes its last check.
  await Promise.race(workers);
  await Promise.all([buildChanged(root), ...workers]);
  recordResult(await runStep('size budgets', binPath('tsx'), ['shared-ui/build/size-budgets.ts'], { cwd: root }), true);
  recordResult(await runStep('doubled code', binPath('tsx'), ['shared-ui/build/doubled-contents.ts'], { cwd: root }));
  return { failed: failedChecks, ran: finishedCheckCount };
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await ensureInstalled(root);
  const { failed, ran } = await check();
  console.log(
    failed.length === 0
      ? `Alle ${ran} Prüfungen bestanden.`
      : `Gescheitert: ${failed.map(({ name }) => name).join(', ')}`,
  );
  process.exitCode = failed.length === 0 ? 0 : 1;
}
