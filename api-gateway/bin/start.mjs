import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { buildChanged } from './build-changed.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { gatewayFlags } from './gateway-flags.mjs';
import { runChild } from './run-child.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

const [nodeMajor, nodeMinor] = process.versions.node.split('.').map(Number);
if (nodeMajor < 20 || (nodeMajor === 20 && nodeMinor < 19)) {
  console.error(`Mahlzeit braucht Node 20.19 oder neuer, hier läuft ${process.versions.node}.`);
  process.exit(1);
}

const readCommit = () => {
  const { status, stdout } = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : 'unknown';
};

try {
  await ensureInstalled(root);
  await buildChanged(root);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

// Logs only warnings and errors when the gateway runs in a terminal, so that the printed URL of the gateway stays
// visible.
const logLevel = process.stdout.isTTY ? 'warn' : 'info';
runChild([...gatewayFlags, `${root}api-gateway/dist/main.js`], {
  env: { COMMIT: readCommit(), LOG_LEVEL: logLevel, ...process.env },
});
