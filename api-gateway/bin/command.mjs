import { fileURLToPath } from 'node:url';
import { buildGateway } from './build-changed.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { runChild } from './run-child.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const [name, ...args] = process.argv.slice(2);

try {
  await ensureInstalled(root);
  await buildGateway(root);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

runChild(['--enable-source-maps', `${root}api-gateway/dist/${name}-main.js`, ...args]);
