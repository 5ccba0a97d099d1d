import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SandboxClock } from '../platform';
import { createSandbox, type Sandbox } from '../sandbox';

/** A sandbox (imitation of external services) for tests that need no running product. */
export interface SandboxHarness {
  readonly sandbox: Sandbox;
  readonly clock: SandboxClock & { readonly moves: number[]; passTime(ms: number): void };
  /** Closes the sandbox and opens it again on the same database. */
  reopen(): Promise<Sandbox>;
}

const START_MS = Date.parse('2026-06-24T09:30:00Z');

const createHarnessClock = (): SandboxHarness['clock'] => {
  let [now, realNow] = [START_MS, START_MS];
  const moves: number[] = [];
  return {
    moves,
    now: () => now,
    realNow: () => realNow,
    async moveTo(instant) {
      moves.push(instant);
      now = instant;
    },
    passTime(ms) {
      realNow += ms;
    },
  };
};

/** A sandbox that listens on a local port. */
export interface ServedSandbox {
  readonly sandbox: Sandbox;
  readonly url: string;
}

/** Origin that the sandbox takes for the product's. No product runs there in these tests. */
export const PRODUCT_ORIGIN = 'http://127.0.0.1:4000';

/**
 * Returns functions that open sandboxes; all are closed after each test. Must be called at the top of a `describe` or
 * of a file.
 */
export const sandboxHarnesses = (): { open(): Promise<SandboxHarness>; serve(): Promise<ServedSandbox> } => {
  const cleanupCallbacks: (() => void)[] = [];

  afterEach(() => {
    for (const cleanUp of cleanupCallbacks.splice(0).reverse()) cleanUp();
  });

  const createFolder = (): string => {
    const folder = mkdtempSync(join(tmpdir(), 'mahlzeit-sandbox-'));
    cleanupCallbacks.push(() => rmSync(folder, { recursive: true, force: true }));
    return folder;
  };

  const openSandboxIn = async (folder: string, clock: SandboxClock, url: string): Promise<Sandbox> => {
    const sandbox = await createSandbox({
      file: join(folder, 'sandbox.db'),
      url,
      gatewayUrl: PRODUCT_ORIGIN,
      clock,
      onUnexpectedError: (error) => {
        throw error;
      },
    });
    cleanupCallbacks.push(() => sandbox.close());
    return sandbox;
  };

  return {
    async serve() {
      const server = createServer().listen(0, '127.0.0.1');
      cleanupCallbacks.push(() => {
        server.close();
        server.closeAllConnections();
      });
      await once(server, 'listening');
      const address = server.address();
      const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
      const sandbox = await openSandboxIn(createFolder(), createHarnessClock(), url);
      server.on('request', sandbox.app);
      return { sandbox, url };
    },
    async open() {
      const folder = createFolder();
      const clock = createHarnessClock();
      const openSandbox = (): Promise<Sandbox> => openSandboxIn(folder, clock, 'http://localhost:4100');
      const sandbox = await openSandbox();
      return {
        sandbox,
        clock,
        reopen() {
          cleanupCallbacks.pop()?.();
          return openSandbox();
        },
      };
    },
  };
};
