import { setImmediate as onNextTurn } from 'node:timers';
import type { RequestHandler } from 'express';
import { createFairQueue } from '../fair-queue';
import { clientAddress } from './client-address';

/**
 * Creates the handler that starts one request in each turn of the event loop; the client addresses take turns. When two
 * thousand requests arrive together, sockets, timers and other clients are served in between.
 */
export const createFairQueueing = (nextTurn: (run: () => void) => void = onNextTurn): RequestHandler => {
  const fairQueue = createFairQueue();
  let hasStartedInTurn = false;

  const startInTurn = (startRequest: () => void): void => {
    hasStartedInTurn = true;
    nextTurn(runNextTurn);
    startRequest();
  };

  const runNextTurn = (): void => {
    hasStartedInTurn = false;
    const nextRequest = fairQueue.take();
    if (nextRequest !== null) startInTurn(nextRequest.start);
  };

  return (request, _response, next) => {
    const startRequest = (): void => next();
    // When a request has already started in this turn, the next turn is scheduled. The new request then waits behind
    // the waiting requests.
    if (hasStartedInTurn)
      fairQueue.add(clientAddress(request), { isAbandoned: () => request.socket.destroyed, start: startRequest });
    else startInTurn(startRequest);
  };
};
