import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildChanged } from './build-changed.mjs';
import { startCluster } from './cluster/start-cluster.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { watchNpm } from './run-child.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const MAX_GATEWAYS = 8;
const KILL_INTERVAL_MS = 30_000;

const readOptions = () => {
  try {
    const { gateways, kill } = parseArgs({
      options: { gateways: { type: 'string', default: '2' }, kill: { type: 'boolean', default: false } },
    }).values;
    if (!/^[1-9]$/.test(gateways) || Number(gateways) > MAX_GATEWAYS)
      throw new Error(`--gateways: eine Zahl von 1 bis ${MAX_GATEWAYS}`);
    return { gatewayCount: Number(gateways), kills: kill };
  } catch (error) {
    console.error(`${error.message}\nnpm run cluster -- [--gateways N] [--kill]`);
    process.exit(1);
  }
};

/** Kills the gateways of the cluster in turn, with a pause between two kills, and starts each killed gateway again. */
const killInTurns = async (gateways, { startAgain, signal }) => {
  for (let turn = 0; ; turn += 1) {
    await delay(KILL_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    const gateway = gateways[turn % gateways.length];
    console.log(`${gateway.name} wird beendet (SIGKILL) und startet neu.`);
    await gateway.kill();
    await startAgain(gateway);
  }
};

/** Starts the cluster of gateways and keeps it running until a signal, or the end of npm, asks it to end. */
const main = async () => {
  const { gatewayCount, kills } = readOptions();
  await ensureInstalled(root);
  await buildChanged(root);

  const ending = new AbortController();
  const whenEnding = new Promise((resolve) => ending.signal.addEventListener('abort', resolve));
  const end = () => ending.abort(new Error('Der Start wurde abgebrochen.'));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end);
  watchNpm(end);

  const startAgain = async (gateway) => {
    try {
      await gateway.start();
    } catch (error) {
      if (ending.signal.aborted) return;
      console.error(error.message);
      process.exitCode = 1;
      end();
    }
  };
  const cluster = await startCluster({
    product: root,
    folder: resolve(process.env.DATA_DIR ?? 'data', 'cluster'),
    gatewayCount,
    port: Number(process.env.PORT ?? 4000),
    sandboxPort: Number(process.env.SANDBOX_PORT ?? 4100),
    environment: process.env,
    signal: ending.signal,
    onLine(gateway, line) {
      // Prints the start message of the first gateway only, but the log of every gateway. Lines of the log are JSON.
      if (gateway.name === 'gateway1' || line.startsWith('{')) console.log(`${gateway.name}: ${line}`);
    },
    onGatewayEnd(gateway) {
      console.error(`${gateway.name} hat sich beendet und startet neu.`);
      void startAgain(gateway);
    },
  });
  const { address, gateways, database, redis } = cluster;
  console.log(JSON.stringify({ address, gateways: gateways.map(({ url }) => url), database, redis }));
  // `killInTurns` runs until the cluster ends, so nothing waits for it here.
  if (kills) void killInTurns(gateways, { startAgain, signal: ending.signal });
  await whenEnding;
  await cluster.stop();
};

main().then(
  () => process.exit(),
  (error) => {
    console.error(error.message);
    process.exit(1);
  },
);
