import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import { createBrowser, TEST_PASSWORD, sessionOf } from '../testing/people';

const CONCURRENT_LOGIN_COUNT = 200;
/**
 * Maximum duration of a response during many logins, as a share of the logins' total duration. If password hashing
 * blocked the event loop, a response would wait for most of the hashes.
 */
const MAX_RESPONSE_TIME_SHARE = 0.05;

// Script that measures the gateway's responses. It runs in a separate thread, so that the measurement depends only on
// the gateway and not on the code that sends the logins.
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

const nextMessageOf = (messageWorker: Worker): Promise<unknown> =>
  new Promise((resolve, reject) => {
    messageWorker.once('message', resolve);
    messageWorker.once('error', reject);
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
  const pendingResponseTimes = nextMessageOf(probeWorker);
  probeWorker.postMessage('over');
  const measuredResponseTimes = await pendingResponseTimes;
  await probeWorker.terminate();
  return { workMs, responseTimes: Array.isArray(measuredResponseTimes) ? measuredResponseTimes.map(Number) : [] };
};

// Returns the 99th percentile of the response times. The slowest responses are ignored, because they may have waited
// for other processes on the machine.
const percentile99Of = (responseTimesMs: readonly number[]): number =>
  [...responseTimesMs].sort((firstTimeMs, secondTimeMs) => firstTimeMs - secondTimeMs)[
    Math.floor(responseTimesMs.length * 0.99)
  ] ?? Infinity;

describe('200 logins at once', () => {
  let dataFolder = '';
  let gateway: ChildProcess;
  let url = '';

  beforeAll(async () => {
    dataFolder = mkdtempSync(join(tmpdir(), 'mahlzeit-test-'));
    const repositoryRoot = join(__dirname, '../../../../..');
    // Starts the gateway as in production: in a process of its own and with the full cost of password hashes.
    const gatewayEnvironment = {
      PATH: process.env['PATH'],
      PORT: '0',
      SANDBOX_PORT: '0',
      DATA_DIR: dataFolder,
      MAHLZEIT_WORLD: 'empty',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'silent',
    };
    gateway = spawn(process.execPath, ['--import', 'tsx', join(__dirname, '../../../main.ts')], {
      cwd: repositoryRoot,
      env: gatewayEnvironment,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const gatewayOutput = gateway.stdout;
    if (gatewayOutput === null) throw new Error('the gateway says nothing');
    for await (const outputLine of createInterface({ input: gatewayOutput })) {
      url = /http:\/\/127\.0\.0\.1:\d+/.exec(outputLine)?.[0] ?? '';
      if (url !== '') break;
    }
  }, 120_000);

  afterAll(async () => {
    const gatewayExit = new Promise((resolve) => gateway.once('exit', resolve));
    gateway.kill('SIGTERM');
    await gatewayExit;
    rmSync(dataFolder, { recursive: true, force: true });
  }, 30_000);

  it('leave /livez answering', async () => {
    const personEmails = Array.from({ length: 8 }, (_, index) => `person-${index}@mahlzeit.test`);
    for (const email of personEmails)
      sessionOf(
        await createBrowser(url).call('POST', '/api/auth/register', {
          body: { email, password: TEST_PASSWORD, visible: true, policyAccepted: true },
        }),
      );
    const performLogins = async (): Promise<void> => {
      await Promise.all(
        Array.from({ length: CONCURRENT_LOGIN_COUNT }, async (_, index) =>
          sessionOf(
            await createBrowser(url).call('POST', '/api/auth/login', {
              body: { email: personEmails[index % personEmails.length], password: TEST_PASSWORD },
            }),
          ),
        ),
      );
    };
    const { workMs, responseTimes } = await measureLivezDuring(url, performLogins);
    expect(percentile99Of(responseTimes) / workMs).toBeLessThan(MAX_RESPONSE_TIME_SHARE);
  }, 300_000);
});
