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
  endProcess(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

const GATEWAY_URL = /http:\/\/127\.0\.0\.1:\d+/;
const SANDBOX_URL = /http:\/\/localhost:\d+/;
const NO_SANDBOX_MESSAGE = /^Die Sandbox bleibt zu/m;
const MAX_START_MS = 30_000;

const addressesOf = (child: ChildProcess): Promise<Pick<GatewayProcess, 'url' | 'sandboxUrl'>> =>
  new Promise((resolve, reject) => {
    let output = '';
    const startTimer = setTimeout(
      () => reject(new Error(`The gateway did not start in time:\n${output}`)),
      MAX_START_MS,
    );
    const onOutput = (chunk: Buffer): void => {
      output += chunk.toString();
      const [url, sandboxUrl = null] = [GATEWAY_URL.exec(output)?.[0], SANDBOX_URL.exec(output)?.[0]];
      if (url === undefined || (sandboxUrl === null && !NO_SANDBOX_MESSAGE.test(output))) return;
      clearTimeout(startTimer);
      resolve({ url, sandboxUrl });
    };
    child.stdout?.on('data', onOutput);
    child.stderr?.on('data', onOutput);
    child.once('exit', (code) => {
      clearTimeout(startTimer);
      reject(new Error(`The gateway ended with ${code}:\n${output}`));
    });
  });

/** Starts the gateway of a built product as `npm start` does and waits until it is ready. */
export const startGatewayProcess = async (
  productFolder: string,
  environment: Readonly<Record<string, string>>,
): Promise<GatewayProcess> => {
  const child = spawn(process.execPath, [...gatewayFlags, join(productFolder, 'api-gateway/dist/main.js')], {
    cwd: productFolder,
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { url, sandboxUrl } = await addressesOf(child);
  const readyResponse = await fetch(`${url}/readyz`);
  if (!readyResponse.ok) throw new Error(`The gateway is not ready: ${await readyResponse.text()}`);
  return {
    url,
    sandboxUrl,
    async endProcess(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exitPromise = once(child, 'exit');
      child.kill(signal);
      await exitPromise;
    },
  };
};
