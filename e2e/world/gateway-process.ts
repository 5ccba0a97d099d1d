import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { gatewayFlags } from '../../api-gateway/bin/gateway-flags.mjs';

/** Gateway that runs in its own process, from its production bundle. */
export interface GatewayProcess {
  readonly url: string;
  /** URL of the sandbox that runs with the gateway; null if the gateway starts without it. */
  readonly sandboxUrl: string | null;
  readonly processId: number;
  /** Ends the process. SIGKILL gives the gateway no time to shut down. */
  endProcess(exitSignal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

const GATEWAY_URL_PATTERN = /(?<=^Mahlzeit läuft auf )http:\S+/m;
const SANDBOX_URL_PATTERN = /(?<=^Sandbox [^:]+: )http:\S+/m;
const NO_SANDBOX_PATTERN = /^Die Sandbox bleibt zu/m;
const MAX_START_MS = 30_000;

const waitForAddresses = (gatewayChild: ChildProcess): Promise<Pick<GatewayProcess, 'url' | 'sandboxUrl'>> =>
  new Promise((resolve, reject) => {
    let outputText = '';
    const startTimer = setTimeout(
      () => reject(new Error(`The gateway did not start in time:\n${outputText}`)),
      MAX_START_MS,
    );
    const onOutput = (outputChunk: Buffer): void => {
      outputText += outputChunk.toString();
      const [url, sandboxUrl = null] = [
        GATEWAY_URL_PATTERN.exec(outputText)?.[0],
        SANDBOX_URL_PATTERN.exec(outputText)?.[0],
      ];
      if (url === undefined || (sandboxUrl === null && !NO_SANDBOX_PATTERN.test(outputText))) return;
      clearTimeout(startTimer);
      resolve({ url, sandboxUrl });
    };
    gatewayChild.stdout?.on('data', onOutput);
    gatewayChild.stderr?.on('data', onOutput);
    gatewayChild.once('exit', (exitCode) => {
      clearTimeout(startTimer);
      reject(new Error(`The gateway ended with ${exitCode}:\n${outputText}`));
    });
  });

const forwardLines = (gatewayChild: ChildProcess, onLogLine: (line: string) => void): void => {
  for (const output of [gatewayChild.stdout, gatewayChild.stderr])
    if (output !== null) createInterface({ input: output }).on('line', onLogLine);
};

/**
 * Starts the gateway of a built product as `npm start` does and waits until it is ready. `onLogLine` receives each line
 * that it prints.
 */
export const startGatewayProcess = async (
  productFolder: string,
  environment: Readonly<Record<string, string>>,
  onLogLine: (line: string) => void = () => undefined,
): Promise<GatewayProcess> => {
  const gatewayChild = spawn(process.execPath, [...gatewayFlags, join(productFolder, 'api-gateway/dist/main.js')], {
    cwd: productFolder,
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  forwardLines(gatewayChild, onLogLine);
  const { url, sandboxUrl } = await waitForAddresses(gatewayChild);
  const readyResponse = await fetch(`${url}/readyz`);
  if (!readyResponse.ok) throw new Error(`The gateway is not ready: ${await readyResponse.text()}`);
  return {
    url,
    sandboxUrl,
    processId: gatewayChild.pid ?? NaN,
    async endProcess(exitSignal) {
      if (gatewayChild.exitCode !== null || gatewayChild.signalCode !== null) return;
      const exitPromise = once(gatewayChild, 'exit');
      gatewayChild.kill(exitSignal);
      await exitPromise;
    },
  };
};
