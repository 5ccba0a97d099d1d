import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildChanged } from '../api-gateway/bin/build-changed.mjs';
import { ensureInstalled } from '../api-gateway/bin/ensure-installed.mjs';
import { workspacesOf } from '../shared-ui/build/workspaces.mjs';

/** Runs one command and collects its output. Resolves with `{ name, ok, output, seconds }` and never rejects. */
export const runStep = (name, command, args, { cwd, env = {} } = {}) =>
  new Promise((resolve) => {
    const begun = performance.now();
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env } });
    const parts = [];
    child.stdout.on('data', (part) => parts.push(part));
    child.stderr.on('data', (part) => parts.push(part));
    const finish = (ok) =>
      resolve({ name, ok, output: Buffer.concat(parts).toString(), seconds: (performance.now() - begun) / 1000 });
    child.on('error', (error) => {
      parts.push(Buffer.from(String(error)));
      finish(false);
    });
    child.on('close', (code) => finish(code === 0));
  });

/** Prints one line for each step, and the full output of a step that failed or that prints figures (`hasFigures`). */
export const report = ({ name, ok, output, seconds }, hasFigures = false) => {
  console.log(`${ok ? '✓' : '✗'} ${name} (${seconds.toFixed(1)} s)`);
  if (!ok || hasFigures) console.log(output.trimEnd());
};

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (name) => `${root}/node_modules/.bin/${name}`;

/** Folders of the top-level packages. A package inside one of them is checked together with the outer package. */
const folders = workspacesOf(root).filter((folder) => !folder.includes('/'));
const testsOfChecks = readdirSync(`${root}/.ci`)
  .filter((name) => name.endsWith('.test.mjs'))
  .map((name) => `.ci/${name}`);

const CORES = 2;

const lint = (name, paths) => [
  `lint: ${name}`,
  bin('eslint'),
  [...paths, '--max-warnings', '0', '--cache', '--cache-location', `.cache/eslint-${name}`],
];

// ESLint runs in three processes, because one process for all TypeScript programs would need more memory than Node
// allows.
const fronts = folders.filter((folder) => folder !== 'api-gateway' && folder !== 'e2e');
const others = ['.', ...['api-gateway', ...fronts].flatMap((folder) => ['--ignore-pattern', `${folder}/`])];
const lints = [lint('browser', fronts), lint('gateway', ['api-gateway']), lint('tests', others)];

/**
 * Checks that `npm run check` runs, the longest first: name, command, arguments, and `true` when the check's figures
 * are printed. A core that becomes free takes the next check.
 */
const CHECKS = [
  ...lints,
  ['types: end to end', bin('tsc'), ['-p', 'tsconfig.e2e.json']],
  ['types: browser', bin('tsc'), ['-p', 'tsconfig.browser.json']],
  ['types: gateway and build', bin('tsc'), ['-p', 'tsconfig.node.json']],
  ['formatting', bin('prettier'), ['--check', '--log-level', 'warn', '.']],
  ['import rules', bin('depcruise'), ['--config', '.dependency-cruiser.cjs', '--output-type', 'err-long', ...folders]],
  ['dead code', bin('knip'), []],
  ['texts', process.execPath, ['.ci/check-texts.mjs']],
  ['words', process.execPath, ['.ci/check-words.mjs']],
  ['references', process.execPath, ['.ci/check-references.mjs']],
  ['length of lines', process.execPath, ['.ci/check-lines.mjs']],
  ['folders', process.execPath, ['.ci/check-folders.mjs']],
  ['what the checks catch', process.execPath, ['--test', ...testsOfChecks]],
  ['OpenAPI document', bin('tsx'), ['api-gateway/contract/src/openapi/write-openapi.ts']],
  ['names of the remotes', bin('tsx'), ['shared-ui/build/check-declarations.ts']],
  ['one version of each shared singleton', bin('tsx'), ['shared-ui/build/check-singletons.ts']],
  ['shape of the files', process.execPath, ['.ci/check-shape.mjs'], true],
];

/**
 * Runs the jobs of `before` and then every check. Returns the failed checks with their names and outputs, and the
 * number of checks that ran.
 */
export const check = async (before = []) => {
  const failed = [];
  let ran = 0;
  const note = (result, hasFigures) => {
    ran += 1;
    report(result, hasFigures);
    if (!result.ok) failed.push(result);
  };
  const checks = CHECKS.map(
    ([name, command, args, hasFigures]) =>
      async () =>
        note(await runStep(name, command, args, { cwd: root }), hasFigures),
  );
  const waiting = [...before, ...checks];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await next();
  };
  const cores = Array.from({ length: CORES }, work);
  // The build begins as soon as one core has no more check to run, while the other core finishes its last check.
  await Promise.race(cores);
  await Promise.all([buildChanged(root), ...cores]);
  note(await runStep('size budgets', bin('tsx'), ['shared-ui/build/size-budgets.ts'], { cwd: root }), true);
  return { failed, ran };
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
