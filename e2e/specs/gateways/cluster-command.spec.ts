import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from '@playwright/test';
import * as z from 'zod/mini';
import { repositoryRoot } from '../../world/product';

/** Line that the command `npm run cluster` prints once all gateways are ready (contract, commands). */
const ReadyLine = z.object({
  address: z.string(),
  gateways: z.array(z.string()),
  database: z.string(),
  redis: z.string(),
});

const isServing = async (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

test('npm run cluster serves one address by two gateways, and leaves nothing running after Ctrl-C', async () => {
  test.setTimeout(120_000);
  const dataFolder = mkdtempSync(join(tmpdir(), 'mahlzeit-cluster-'));
  // PostgreSQL runs as another user of the machine, who must be allowed to enter the database's folder.
  chmodSync(dataFolder, 0o711);
  const command = spawn(process.execPath, [join(repositoryRoot, 'api-gateway/bin/cluster.mjs')], {
    env: { PATH: process.env.PATH, DATA_DIR: dataFolder, PORT: '0', SANDBOX_PORT: '0', MAHLZEIT_WORLD: 'empty' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    let readyLine: z.infer<typeof ReadyLine> | null = null;
    for await (const line of createInterface({ input: command.stdout })) {
      if (!line.startsWith('{"address"')) continue;
      readyLine = z.parse(ReadyLine, JSON.parse(line));
      break;
    }
    const { address = '', gateways = [], database, redis } = readyLine ?? {};
    expect([gateways.length, database, redis]).toEqual([
      2,
      expect.stringMatching(/^postgres:/),
      expect.stringMatching(/^redis:/),
    ]);
    expect(await Promise.all([address, ...gateways].map(isServing))).toEqual([true, true, true]);
    command.kill('SIGINT');
    expect(await once(command, 'exit')).toEqual([0, null]);
    expect(await Promise.all([address, ...gateways].map(isServing))).toEqual([false, false, false]);
  } finally {
    command.kill('SIGTERM');
    rmSync(dataFolder, { recursive: true, force: true });
  }
});

test('a program of the cluster ends when the command is killed, which leaves it no time to stop anything', async () => {
  const socketPath = join(tmpdir(), `mahlzeit-cluster-${process.pid}.sock`);
  const server = createServer().listen(socketPath);
  await once(server, 'listening');
  const program = `require('node:net').connect('${socketPath}')`;
  const startProgram = `import { startChild } from '${join(repositoryRoot, 'api-gateway/bin/cluster/child-process.mjs')}';
    startChild(process.execPath, ['-e', ${JSON.stringify(program)}], { onLine: console.log });`;
  const command = spawn(process.execPath, ['--input-type=module', '-e', startProgram], { stdio: 'inherit' });
  try {
    const [connection]: Socket[] = await once(server, 'connection');
    if (connection === undefined) throw new Error('The program has not connected');
    const whenEnded = once(connection.resume(), 'close');
    command.kill('SIGKILL');
    await whenEnded;
  } finally {
    command.kill('SIGKILL');
    server.close();
  }
});
