import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import { createBrowser, PASSWORD, sessionOf } from '../testing/people';

const LOGINS = 200;
/** Maximum share of the total time: if passwords blocked the event loop, an answer would wait for most of them. */
const MAX_SHARE_OF_THE_WHOLE = 0.05;

// A thread of its own, so that the measurement depends on the gateway alone and not on the senders of logins.
const PROBE = `
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

const messageOf = (worker: Worker): Promise<unknown> =>
  new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });

/** Measures the duration of the work and of repeated requests to /livez beside it. */
const livezDuring = async (
  url: string,
  work: () => Promise<void>,
): Promise<{ readonly workMs: number; readonly times: readonly number[] }> => {
  const probe = new Worker(PROBE, { eval: true, workerData: url });
  await messageOf(probe);
  const begun = performance.now();
  await work();
  const workMs = performance.now() - begun;
  const times = messageOf(probe);
  probe.postMessage('over');
  const measuredTimes = await times;
  await probe.terminate();
  return { workMs, times: Array.isArray(measuredTimes) ? measuredTimes.map(Number) : [] };
};

// Other processes may use the processor; then single answers wait for them and not for the gateway.
const ninetyNineOfHundred = (times: readonly number[]): number =>
  [...times].sort((left, right) => left - right)[Math.floor(times.length * 0.99)] ?? Infinity;

describe('200 logins at once', () => {
  let folder = '';
  let gateway: ChildProcess;
  let url = '';

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'mahlzeit-test-'));
    const root = join(__dirname, '../../../../..');
    // As in production: full cost of passwords, and a process of its own.
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
      cwd: root,
      env: environment,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const output = gateway.stdout;
    if (output === null) throw new Error('the gateway says nothing');
    for await (const line of createInterface({ input: output })) {
      url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0] ?? '';
      if (url !== '') break;
    }
  }, 120_000);

  afterAll(async () => {
    const whenExited = new Promise((resolve) => gateway.once('exit', resolve));
    gateway.kill('SIGTERM');
    await whenExited;
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
    const logins = async (): Promise<void> => {
      await Promise.all(
        Array.from({ length: LOGINS }, async (_, index) =>
          sessionOf(
            await createBrowser(url).call('POST', '/api/auth/login', {
              body: { email: emails[index % emails.length], password: PASSWORD },
            }),
          ),
        ),
      );
    };
    const { workMs, times } = await livezDuring(url, logins);
    expect(ninetyNineOfHundred(times) / workMs).toBeLessThan(MAX_SHARE_OF_THE_WHOLE);
  }, 300_000);
});
