import { AsyncResource } from 'node:async_hooks';
import type { RequestHandler } from 'express';
import { createFairScheduler } from '../fair-scheduler';
import { clientAddress } from './client-address';

/**
 * Creates the Express handler that starts one request in each turn of the event loop; clients' IP addresses take turns.
 * When two thousand requests arrive together, sockets, timers and other clients are served in between.
 */
export const createFairQueueing = (nextTurn?: (run: () => void) => void): RequestHandler => {
  const scheduler = createFairScheduler(nextTurn === undefined ? {} : { nextTurn });
  return (request, _response, next) =>
    scheduler.add(
      { address: clientAddress(request), person: '' },
      // The turn of another request starts this one, which keeps its own context.
      { isAbandoned: () => request.socket.destroyed, start: AsyncResource.bind(() => next()) },
    );
};
