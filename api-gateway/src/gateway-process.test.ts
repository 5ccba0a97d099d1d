import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get as httpGet } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBrowser, sessionOf, TEST_PASSWORD } from './modules/identity/testing/people';
import { bundledProgram } from './platform/testing/bundled-program';
import { connectLive } from './platform/testing/live-test-client';
import { startTraceCollector } from './platform/testing/trace-collector';
import { waitUntil } from './platform/testing/until';

const program = bundledProgram('src/main.ts', 'src/guesses-thread.ts');
const folder = mkdtempSync(join(tmpdir(), 'mahlzeit-process-'));
const children: ChildProcess[] = [];
afterAll(() => {
  // After a failed test its process still runs.
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const STARTED = /^Mahlzeit läuft auf (http:\S+?)\.?$/m;

/** Starts the gateway as a process of its own, as `npm start` does. */
const startProcess = async (environment: Readonly<Record<string, string>>) => {
  const child = spawn(process.execPath, [program()], {
    env: {
      ...{ PATH: process.env['PATH'], DATA_DIR: folder, PORT: '0', SANDBOX_PORT: '0', MAHLZEIT_WORLD: 'empty' },
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  await waitUntil(() => {
    if (child.exitCode !== null) throw new Error(`The gateway has ended:\n${output}`);
    return STARTED.test(output);
  });
  return { child, url: STARTED.exec(output)?.[1] ?? '', exit: once(child, 'exit') };
};

/** Sends requests on one connection, each after the answer to the one before, until an answer ends the connection. */
const keepBusy = (url: string) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const statuses: (number | undefined)[] = [];
  const get = (): Promise<boolean> =>
    new Promise((resolve, reject) => {
      httpGet(`${url}/api/versionInfos/5`, { agent }, (response) => {
        statuses.push(response.statusCode);
        response.resume().on('end', () => resolve(response.headers.connection === 'close'));
        response.on('error', reject);
      }).on('error', reject);
    });
  const run = async (): Promise<void> => {
    while (!(await get()));
  };
  return { statuses, whenEnded: run() };
};

it('stops by SIGTERM without breaking a request, and reports a request down to its e-mail as one trace', async () => {
  const collector = await startTraceCollector();
  const { child, url, exit } = await startProcess({
    DRAIN_MS: '400',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  });
  const browser = createBrowser(url);
  const email = 'anna@mahlzeit.test';
  const answer = await browser.call('POST', '/api/auth/register', {
    body: { email, password: TEST_PASSWORD, visible: true, policyAccepted: true },
  });
  const page = await connectLive(url, { token: sessionOf(answer).idToken });
  await page.next('welcome');
  const clients = Array.from({ length: 8 }, () => keepBusy(url));
  await waitUntil(() => clients.every(({ statuses }) => statuses.length > 10));

  child.kill('SIGTERM');
  await waitUntil(async () => (await fetch(`${url}/readyz`)).status === 503);
  expect((await fetch(`${url}/api/versionInfos/5`)).headers.get('Connection')).toBe('close');
  const { retryMs } = await page.next('bye');
  expect([retryMs >= 250, retryMs <= 2_250, await page.whenClosed]).toEqual([true, true, 1001]);
  expect(await exit).toEqual([0, null]);
  await Promise.all(clients.map(({ whenEnded }) => whenEnded));
  expect(new Set(clients.flatMap(({ statuses }) => statuses))).toEqual(new Set([200]));

  const spans = collector.spans();
  const requestSpan = spans.find(({ name }) => name === 'POST /api/auth/register');
  const pathOf = (spanId: string | undefined): readonly string[] => {
    const span = spans.find((candidate) => candidate.spanId === spanId && candidate.traceId === requestSpan?.traceId);
    return span === undefined ? [] : [...pathOf(span.parentSpanId), span.name];
  };
  const deliveries = spans.filter(({ name }) => name === 'deliver mail');
  expect(deliveries.map(({ spanId }) => pathOf(spanId))).toEqual([
    ['POST /api/auth/register', 'write', 'job mail/deliver', 'deliver mail'],
  ]);
  expect(requestSpan?.attributes).toContainEqual({
    key: 'mahlzeit.request.id',
    value: { stringValue: answer.headers.get('X-Request-Id') },
  });
  expect(collector.services()).toContainEqual({ key: 'service.name', value: { stringValue: 'mahlzeit' } });
  for (const secret of [email, TEST_PASSWORD]) expect(collector.text()).not.toContain(secret);
  await collector.close();
});
