import { spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { frontTargetsOf, markerPathOf } from './build-changed.mjs';
import { ensureInstalled } from './ensure-installed.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const childProcesses = [];
let isShuttingDown = false;

const stopChildren = () => {
  isShuttingDown = true;
  for (const child of childProcesses) child.kill('SIGTERM');
};

const printOutputLines = (name, outputStream) =>
  createInterface({ input: outputStream }).on('line', (line) => console.log(`${name.padEnd(13)} ${line}`));

const startProcess = (name, args, cwd) => {
  const child = spawn(process.execPath, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { LOG_LEVEL: 'warn', ...process.env },
  });
  printOutputLines(name, child.stdout);
  printOutputLines(name, child.stderr);
  childProcesses.push(child);
  child.on('close', (exitCode) => {
    if (isShuttingDown) return;
    console.error(`${name} ist beendet (${exitCode}).`);
    process.exitCode = 1;
    stopChildren();
  });
};

try {
  await ensureInstalled(root);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stopChildren);

startProcess(
  'api-gateway',
  [`${root}node_modules/tsx/dist/cli.mjs`, 'watch', '--clear-screen=false', `${root}api-gateway/src/main.ts`],
  root,
);
for (const frontTarget of frontTargetsOf(root).filter(({ folder }) => existsSync(`${root}${folder}/package.json`))) {
  // Removes the mark of the last finished build, so that `npm start` doesn't take the watcher's development build for a
  // finished build.
  rmSync(markerPathOf(root, frontTarget), { force: true });
  startProcess(
    frontTarget.folder,
    [`${root}shared-ui/build/cli.mjs`, 'build', '--watch'],
    `${root}${frontTarget.folder}`,
  );
}
