import { execFileSync, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from '../api-gateway/bin/ensure-installed.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Returns the test files that run longer in this mode: those that import fast-check (properties and models), and those
 * that repeat races in rounds.
 */
const listLongTests = () =>
  execFileSync(
    'git',
    ['grep', '--untracked', '-l', '-e', "from 'fast-check'", '-e', "testing/rounds'", '--', '*.test.ts', '*.test.tsx'],
    { cwd: root, encoding: 'utf8' },
  )
    .split('\n')
    .filter((path) => path !== '');

await ensureInstalled(root);
const { status } = spawnSync(
  process.execPath,
  [`${root}/node_modules/jest/bin/jest.js`, '-c', `${root}/jest.config.mjs`, '--runTestsByPath', ...listLongTests()],
  { cwd: root, stdio: 'inherit', env: { ...process.env, PROPERTY_RUNS: 'all' } },
);
// `npm test` leaves out a few long suites on PostgreSQL, so this command runs them.
const { status: postgresStatus } = spawnSync('npm', ['run', 'test:postgres', '-w', '@mahlzeit/api-gateway'], {
  cwd: root,
  stdio: 'inherit',
});
process.exitCode = status === 0 && postgresStatus === 0 ? 0 : 1;
