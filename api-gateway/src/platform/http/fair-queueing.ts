import { setImmediate as onNextTurn } from 'node:timers';
import type { RequestHandler } from 'express';
import { createFairQueue } from '../fair-queue';
import { clientAddress } from './client-address';

/**
 * Creates the handler that starts one request in each turn of the event loop; the client addresses take turns. When two
 * thousand requests arrive together, sockets, timers and other clients are served in between.
 */
export const createFairQueueing = (nextTurn: (run: () => void) => void = onNextTurn): RequestHandler => {
  const queue = createFairQueue();
  let hasBegun = false;

  const beginOne = (startRequest: () => void): void => {
    hasBegun = true;
    nextTurn(runNextTurn);
    startRequest();
  };

  const runNextTurn = (): void => {
    hasBegun = false;
    const nextRequest = queue.take();
    if (nextRequest !== null) beginOne(nextRequest.start);
  };

  return (request, _response, next) => {
    const startRequest = (): void => next();
    // When a request has already started in this turn, the next turn is scheduled. The new request then waits behind
    // the waiting requests.
    if (hasBegun) queue.add(clientAddress(request), { isGone: () => request.socket.destroyed, start: startRequest });
    else beginOne(startRequest);
  };
};
