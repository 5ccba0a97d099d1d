import { AsyncLocalStorage } from 'node:async_hooks';
import type { TurnClient } from './fair-queue';

const clientStorage = new AsyncLocalStorage<TurnClient>();

/** The gateway itself, whose jobs take turns with the requests of clients. */
const GATEWAY: TurnClient = { address: '', person: '' };

/**
 * Runs the work of a client's request. Its writes and its long reads take turns with those of others (`write-lock.ts`,
 * `time-slices.ts`).
 */
export const runForClient = <T>(client: TurnClient, work: () => T): T => clientStorage.run(client, work);

/** Returns the client for whom the running code works. */
export const currentClient = (): TurnClient => clientStorage.getStore() ?? GATEWAY;
