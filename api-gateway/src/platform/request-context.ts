import { AsyncLocalStorage } from 'node:async_hooks';

/** Knows to which request the running work belongs. Work that a request has begun belongs to it, also its jobs. */
export interface RequestContext {
  /** Id of the request; null for work that no request has begun. */
  requestId(): string | null;
  /** Runs work that belongs to a request, or to none. */
  run<T>(requestId: string | null, work: () => T): T;
  close(): void;
}

/** Creates the context of one gateway. */
export const createRequestContext = (): RequestContext => {
  const requestIds = new AsyncLocalStorage<string | null>();
  return {
    requestId: () => requestIds.getStore() ?? null,
    run: (requestId, work) => requestIds.run(requestId, work),
    // Each AsyncLocalStorage in use slows down every promise of the process.
    close: () => requestIds.disable(),
  };
};
