import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createChat, login, pathOf, sendChatMessage } from '@mahlzeit/contract';
import { expect, test } from '@playwright/test';
import { startCluster } from '../../../api-gateway/bin/cluster/start-cluster.mjs';
import { createGatewayApi } from '../../world/gateway-api';
import { builtProductFolder, copyProduct } from '../../world/product';
import { ANNA } from '../../world/sign-in';
import { followChatBySockets, followChatByStreams } from './chat-followers';

const BEN = { email: 'ben@mahlzeit.test', password: ANNA.password };

/** Pause between two requests of one client. */
const PAUSE_MS = 20;

/** Version of the shell that comes with the upgraded product. */
const NEW_SHELL_VERSION = '5.0.2+0123456789';

/** Copies the product with another release of the shell. */
const copyUpgradedProduct = (folder: string): void => {
  copyProduct(builtProductFolder, folder);
  const manifestFile = join(folder, 'shell/dist/shell.json');
  const manifest: object = JSON.parse(readFileSync(manifestFile, 'utf8'));
  writeFileSync(manifestFile, JSON.stringify({ ...manifest, version: NEW_SHELL_VERSION }));
};

/** Sends requests as pages do: a request that gets 503 with `Retry-After` is repeated. */
const createRequester = (url: string) => {
  const failures: string[] = [];
  const request = async (path: string, init: RequestInit = {}): Promise<Response | null> => {
    for (;;) {
      const response = await fetch(url + path, init).catch((error: unknown) => error);
      if (!(response instanceof Response)) {
        failures.push(`${path}: ${String(response)}`);
        return null;
      }
      if (response.ok) return response;
      const retryAfter = response.headers.get('retry-after');
      if (response.status !== 503 || retryAfter === null) {
        failures.push(`${path}: ${response.status} ${await response.text()}`);
        return null;
      }
      await delay(Number(retryAfter) * 1000);
    }
  };
  return { request, failures };
};

test('an upgrade gateway by gateway fails no request, loses no message, and brings the new shell', async () => {
  test.setTimeout(180_000);
  const [folder, upgradedProduct] = ['data', 'product'].map((name) => mkdtempSync(join(tmpdir(), `mahlzeit-${name}-`)));
  if (folder === undefined || upgradedProduct === undefined) throw new Error('There is no folder');
  copyUpgradedProduct(upgradedProduct);
  const cluster = await startCluster({
    ...{ product: builtProductFolder, folder, gatewayCount: 2, port: 0, sandboxPort: 0 },
    environment: { PATH: process.env.PATH, MAHLZEIT_WORLD: 'demo', RATE_LIMITS: 'off' },
  });
  try {
    const { address, gateways } = cluster;
    const api = createGatewayApi(address);
    const [anna, ben] = [await api.call(login, { body: ANNA }), await api.call(login, { body: BEN })];
    const { chatId: chatKey } = await api.call(createChat, {
      body: { participantKeys: [ben.account.uid] },
      token: anna.idToken,
    });
    const { request, failures } = createRequester(address);
    const followed = { topic: `chat/${chatKey}`, token: ben.idToken };
    const followers = [await followChatBySockets(address, followed), await followChatByStreams(address, followed)];

    let isUpgrading = true;
    const sentTexts: string[] = [];
    const writeMessages = async (): Promise<void> => {
      for (let number = 1; isUpgrading; number += 1) {
        const content = `Nachricht ${number}`;
        const sendResponse = await request(pathOf(sendChatMessage, { params: { chatKey } }), {
          method: 'POST',
          headers: {
            'Content-Type': 'application/json',
            Authorization: `Bearer ${anna.idToken}`,
            'Idempotency-Key': randomUUID(),
          },
          body: JSON.stringify({ content }),
        });
        if (sendResponse !== null) sentTexts.push(content);
        await delay(PAUSE_MS);
      }
    };
    const readPages = async (): Promise<void> => {
      while (isUpgrading) {
        const page = await request('/restaurants');
        const [scriptPath] = /(?<=<script[^>]+src=")[^"]+/.exec((await page?.text()) ?? '') ?? [];
        // The next request may reach the other gateway, whose checkout has another release of the shell.
        if (scriptPath !== undefined) await request(scriptPath);
        await delay(PAUSE_MS);
      }
    };
    const clients = [writeMessages(), readPages(), readPages()];
    for (const gateway of gateways) {
      await gateway.stop();
      await gateway.start(upgradedProduct);
    }
    isUpgrading = false;
    await Promise.all(clients);

    expect(failures).toEqual([]);
    for (const follower of followers) {
      await expect.poll(() => follower.receivedTexts().at(-1)).toBe(sentTexts.at(-1));
      await follower.end();
      expect(follower.receivedTexts()).toEqual(sentTexts);
      // Each gateway said goodbye if the follower was connected to it, and no gateway sent the chat anew.
      expect(follower.frameNames()).toContain('bye');
      expect(follower.frameNames().filter((name) => name === 'reset' || name === 'snap')).toEqual(['snap']);
    }
    for (const { url } of [...gateways, { url: address }]) {
      const registry = await (await fetch(`${url}/registry.json`)).text();
      expect(registry).toContain(NEW_SHELL_VERSION);
    }
  } finally {
    await cluster.stop();
    for (const temporaryFolder of [folder, upgradedProduct]) rmSync(temporaryFolder, { recursive: true, force: true });
  }
});
