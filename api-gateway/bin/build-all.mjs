import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './ensure-installed.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const REPORT_OPTION = '--report';

/** Runs a program of an installed package in the repository's folder. Returns its exit code. */
const run = (program, programArguments) =>
  spawnSync(`${root}/node_modules/.bin/${program}`, programArguments, { cwd: root, stdio: 'inherit' }).status ?? 1;

const commandArguments = process.argv.slice(2);
const lernaArguments = commandArguments.filter((argument) => argument !== REPORT_OPTION);

await ensureInstalled(root);
process.exitCode = run('lerna', ['run', 'build', '--stream', ...lernaArguments]);
if (process.exitCode === 0 && commandArguments.includes(REPORT_OPTION))
  process.exitCode = run('tsx', ['shared-ui/build/doubled-contents.ts']);
