import { spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { frontsOf, markerOf } from './build-changed.mjs';
import { ensureInstalled } from './ensure-installed.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const children = [];
let isEnding = false;

const end = () => {
  isEnding = true;
  for (const child of children) child.kill('SIGTERM');
};

const print = (name, stream) =>
  createInterface({ input: stream }).on('line', (line) => console.log(`${name.padEnd(13)} ${line}`));

const run = (name, args, cwd) => {
  const child = spawn(process.execPath, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { LOG_LEVEL: 'warn', ...process.env },
  });
  print(name, child.stdout);
  print(name, child.stderr);
  children.push(child);
  child.on('close', (code) => {
    if (isEnding) return;
    console.error(`${name} ist beendet (${code}).`);
    process.exitCode = 1;
    end();
  });
};

try {
  await ensureInstalled(root);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end);

run(
  'api-gateway',
  [`${root}node_modules/tsx/dist/cli.mjs`, 'watch', '--clear-screen=false', `${root}api-gateway/src/main.ts`],
  root,
);
for (const target of frontsOf(root).filter(({ folder }) => existsSync(`${root}${folder}/package.json`))) {
  // Removes the marker of the last build, so that `npm start` doesn't take the watcher's development build for a
  // finished build.
  rmSync(markerOf(root, target), { force: true });
  run(target.folder, [`${root}shared-ui/build/cli.mjs`, 'build', '--watch'], `${root}${target.folder}`);
}
