import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import express from 'express';
import { listen } from '../../../platform/http/listening-server';
import { createWorkerRouter } from './worker-router';

const pageSources = {
  isMeasured: false,
  tileUrl: null,
  googleMapsUrl: null,
  cards: null,
  paypalUrl: null,
  signInUrls: [],
};

let folder = '';
let workerFile: string | null = null;
let url = '';
let stop: () => Promise<void>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mahlzeit-worker-'));
  const server = await listen({ host: '127.0.0.1', port: 0 });
  server.serve(
    express().use(
      createWorkerRouter({
        publicUrl: 'https://mahlzeit.test',
        sources: pageSources,
        findWorkerFile: async () => workerFile,
      }),
    ),
  );
  url = `http://127.0.0.1:${server.port}/sw.js`;
  stop = () => server.close();
});
afterAll(async () => {
  await stop();
  rmSync(folder, { recursive: true });
});

it('answers the current worker, which browsers ask for each time and read once', async () => {
  workerFile = join(folder, 'worker.js');
  writeFileSync(workerFile, 'const worker = 1;');
  const response = await fetch(url);
  expect(await response.text()).toBe('const worker = 1;');
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': expect.stringContaining("default-src 'none'; connect-src 'self'"),
  });
  const askAgain = () => fetch(url, { headers: { 'If-None-Match': response.headers.get('ETag') ?? '' } });
  expect((await askAgain()).status).toBe(304);
  writeFileSync(workerFile, 'const worker = 2;');
  expect(await (await askAgain()).text()).toBe('const worker = 2;');
});

it('answers a worker that takes over at once and removes all stored data and itself when there is to be none', async () => {
  workerFile = null;
  const script = await (await fetch(url)).text();
  const calls: string[] = [];
  const work: Promise<unknown>[] = [];
  const record = (call: string) => async () => void calls.push(call);
  runInNewContext(script, {
    indexedDB: { deleteDatabase: (name: string) => void record(`delete ${name}`)() },
    caches: { keys: async () => ['files', 'page'], delete: (name: string) => record(`delete ${name}`)() },
    self: {
      skipWaiting: record('skipWaiting'),
      registration: { unregister: record('unregister') },
      addEventListener: (_type: string, listener: (event: object) => void) =>
        listener({ waitUntil: (promise: Promise<unknown>) => work.push(promise) }),
    },
  });
  await Promise.all(work);
  expect(calls).toEqual(['skipWaiting', 'delete files', 'delete page', 'delete mahlzeit-offline', 'unregister']);
});
