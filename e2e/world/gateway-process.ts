import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { gatewayFlags } from '../../api-gateway/bin/gateway-flags.mjs';

/** Gateway that runs in its own process, from its production bundle. */
export interface GatewayProcess {
  readonly url: string;
  /** URL of the sandbox that runs with the gateway; null if the gateway starts without it. */
  readonly sandboxUrl: string | null;
  /** Ends the process. SIGKILL gives the gateway no time to shut down. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

const ADDRESS = /http:\/\/127\.0\.0\.1:\d+/;
const SANDBOX = /http:\/\/localhost:\d+/;
const NO_SANDBOX = /^Die Sandbox bleibt zu/m;
const START_MS = 30_000;

const addressesOf = (child: ChildProcess): Promise<Pick<GatewayProcess, 'url' | 'sandboxUrl'>> =>
  new Promise((resolve, reject) => {
    let output = '';
    const late = setTimeout(() => reject(new Error(`The gateway did not start in time:\n${output}`)), START_MS);
    const onOutput = (chunk: Buffer): void => {
      output += chunk.toString();
      const [url, sandboxUrl = null] = [ADDRESS.exec(output)?.[0], SANDBOX.exec(output)?.[0]];
      if (url === undefined || (sandboxUrl === null && !NO_SANDBOX.test(output))) return;
      clearTimeout(late);
      resolve({ url, sandboxUrl });
    };
    child.stdout?.on('data', onOutput);
    child.stderr?.on('data', onOutput);
    child.once('exit', (code) => {
      clearTimeout(late);
      reject(new Error(`The gateway ended with ${code}:\n${output}`));
    });
  });

/** Starts the gateway of a built product as `npm start` does and waits until it is ready. */
export const startGatewayProcess = async (
  product: string,
  environment: Readonly<Record<string, string>>,
): Promise<GatewayProcess> => {
  const child = spawn(process.execPath, [...gatewayFlags, join(product, 'api-gateway/dist/main.js')], {
    cwd: product,
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { url, sandboxUrl } = await addressesOf(child);
  const ready = await fetch(`${url}/readyz`);
  if (!ready.ok) throw new Error(`The gateway is not ready: ${await ready.text()}`);
  return {
    url,
    sandboxUrl,
    async end(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill(signal);
      await exited;
    },
  };
};
