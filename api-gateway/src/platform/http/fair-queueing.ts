import { setImmediate as onNextTurn } from 'node:timers';
import type { RequestHandler } from 'express';
import { createFairQueue } from '../fair-queue';
import { clientAddress } from './client-address';

/**
 * Lets one request begin in each turn of the event loop; of more that come at once each address has its turn. Where two
 * thousand arrive together, sockets, timers and whoever asks from elsewhere are served in between and not after all of
 * them.
 */
export const createFairQueueing = (nextTurn: (run: () => void) => void = onNextTurn): RequestHandler => {
  const queue = createFairQueue();
  let hasBegun = false;

  const beginOne = (begin: () => void): void => {
    hasBegun = true;
    nextTurn(turn);
    begin();
  };

  const turn = (): void => {
    hasBegun = false;
    const next = queue.take();
    if (next !== null) beginOne(next.begin);
  };

  return (request, _response, next) => {
    const begin = (): void => next();
    // While one has begun in this turn the next turn is on its way; who waits there goes first.
    if (hasBegun) queue.add(clientAddress(request), { isGone: () => request.socket.destroyed, begin });
    else beginOne(begin);
  };
};
