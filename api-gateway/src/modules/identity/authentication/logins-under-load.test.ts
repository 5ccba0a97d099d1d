import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import { createBrowser, PASSWORD, sessionOf } from '../testing/people';

const LOGIN_COUNT = 200;
/**
 * Maximum duration of a response, as a share of the total duration. If password hashing blocked the event loop, a
 * response would wait for most of the hashes.
 */
const MAX_RESPONSE_TIME_SHARE = 0.05;

// The probe runs in a thread of its own, so that its measurement depends only on the gateway and not on the code that
// sends the logins.
const PROBE_SCRIPT = `
  const { parentPort, workerData } = require('node:worker_threads');
  const http = require('node:http');
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const times = [];
  let isOver = false;
  parentPort.on('message', () => { isOver = true; });
  const probe = () => new Promise((resolve, reject) => {
    const from = performance.now();
    http.get(workerData + '/livez', { agent }, (answer) => {
      answer.resume().on('end', () => resolve(times.push(performance.now() - from)));
    }).on('error', reject);
  });
  const pause = () => new Promise((resolve) => setTimeout(resolve, 5));
  (async () => {
    await probe();
    times.length = 0;
    parentPort.postMessage('ready');
    while (!isOver) { await probe(); await pause(); }
    agent.destroy();
    parentPort.postMessage(times);
  })();
`;

const nextMessageOf = (worker: Worker): Promise<unknown> =>
  new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });

/**
 * Sends requests to /livez again and again while `runWork` runs. Returns the duration of the work and of each request.
 */
const measureLivezDuring = async (
  url: string,
  runWork: () => Promise<void>,
): Promise<{ readonly workMs: number; readonly responseTimes: readonly number[] }> => {
  const probeWorker = new Worker(PROBE_SCRIPT, { eval: true, workerData: url });
  await nextMessageOf(probeWorker);
  const startMs = performance.now();
  await runWork();
  const workMs = performance.now() - startMs;
  const times = nextMessageOf(probeWorker);
  probeWorker.postMessage('over');
  const measuredTimes = await times;
  await probeWorker.terminate();
  return { workMs, responseTimes: Array.isArray(measuredTimes) ? measuredTimes.map(Number) : [] };
};

// Returns the 99th percentile. The slowest responses are ignored, because they may have waited for other processes on
// the machine.
const percentile99 = (times: readonly number[]): number =>
  [...times].sort((left, right) => left - right)[Math.floor(times.length * 0.99)] ?? Infinity;

describe('200 logins at once', () => {
  let folder = '';
  let gateway: ChildProcess;
  let url = '';

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'mahlzeit-test-'));
    const repositoryRoot = join(__dirname, '../../../../..');
    // Starts the gateway as in production: in a process of its own and with the full cost of password hashes.
    const environment = {
      PATH: process.env['PATH'],
      PORT: '0',
      SANDBOX_PORT: '0',
      DATA_DIR: folder,
      MAHLZEIT_WORLD: 'empty',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'silent',
    };
    gateway = spawn(process.execPath, ['--import', 'tsx', join(__dirname, '../../../main.ts')], {
      cwd: repositoryRoot,
      env: environment,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const gatewayOutput = gateway.stdout;
    if (gatewayOutput === null) throw new Error('the gateway says nothing');
    for await (const line of createInterface({ input: gatewayOutput })) {
      url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0] ?? '';
      if (url !== '') break;
    }
  }, 120_000);

  afterAll(async () => {
    const gatewayExited = new Promise((resolve) => gateway.once('exit', resolve));
    gateway.kill('SIGTERM');
    await gatewayExited;
    rmSync(folder, { recursive: true, force: true });
  }, 30_000);

  it('leave /livez answering', async () => {
    const emails = Array.from({ length: 8 }, (_, index) => `person-${index}@mahlzeit.test`);
    for (const email of emails)
      sessionOf(
        await createBrowser(url).call('POST', '/api/auth/register', {
          body: { email, password: PASSWORD, visible: true, policyAccepted: true },
        }),
      );
    const performLogins = async (): Promise<void> => {
      await Promise.all(
        Array.from({ length: LOGIN_COUNT }, async (_, index) =>
          sessionOf(
            await createBrowser(url).call('POST', '/api/auth/login', {
              body: { email: emails[index % emails.length], password: PASSWORD },
            }),
          ),
        ),
      );
    };
    const { workMs, responseTimes } = await measureLivezDuring(url, performLogins);
    expect(percentile99(responseTimes) / workMs).toBeLessThan(MAX_RESPONSE_TIME_SHARE);
  }, 300_000);
});
