import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SandboxClock } from '../clock';
import { createSandbox, type Sandbox } from '../sandbox';

/** A sandbox of a test, beside a product that is not there. */
export interface SandboxHarness {
  readonly sandbox: Sandbox;
  readonly clock: SandboxClock & { readonly moves: number[]; pass(ms: number): void };
  /** Closes it and opens it again on the same file. */
  reopen(): Promise<Sandbox>;
}

const start = Date.parse('2026-06-24T09:30:00Z');

const createHarnessClock = (): SandboxHarness['clock'] => {
  let [now, real] = [start, start];
  const moves: number[] = [];
  return {
    moves,
    now: () => now,
    realNow: () => real,
    async moveTo(instant) {
      moves.push(instant);
      now = instant;
    },
    pass(ms) {
      real += ms;
    },
  };
};

/** Called at the top of a `describe` (or file): opens sandboxes and closes them behind each test. */
export const sandboxHarnesses = (): { open(): Promise<SandboxHarness> } => {
  const closers: (() => void)[] = [];

  afterEach(() => {
    for (const close of closers.splice(0).reverse()) close();
  });

  return {
    async open() {
      const folder = mkdtempSync(join(tmpdir(), 'mahlzeit-sandbox-'));
      closers.push(() => rmSync(folder, { recursive: true, force: true }));
      const clock = createHarnessClock();
      const openOne = async (): Promise<Sandbox> => {
        const sandbox = await createSandbox({
          file: join(folder, 'sandbox.db'),
          url: 'http://localhost:4100',
          gatewayUrl: 'http://127.0.0.1:4000',
          clock,
          onUnexpectedError: (error) => { throw error; },
        });
        closers.push(() => sandbox.close());
        return sandbox;
      };
      const sandbox = await openOne();
      return {
        sandbox,
        clock,
        reopen() {
          closers.pop()?.();
          return openOne();
        },
      };
    },
  };
};
