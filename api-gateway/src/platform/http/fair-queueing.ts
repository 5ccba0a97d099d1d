import { setImmediate as onNextTurn } from 'node:timers';
import type { RequestHandler } from 'express';
import { clientAddress } from './client-address';

interface Waiting {
  isGone(): boolean;
  begin(): void;
}

/** Waiting by address: whose turn it is stands first. */
const createFairQueue = () => {
  const byAddress = new Map<string, Waiting[]>();
  return {
    add(address: string, waiting: Waiting): void {
      const own = byAddress.get(address);
      if (own === undefined) byAddress.set(address, [waiting]);
      else own.push(waiting);
    },
    /** The next one that still waits; its address goes to the end. */
    take(): Waiting | null {
      for (const [address, own] of byAddress) {
        byAddress.delete(address);
        const next = own.shift();
        if (own.length > 0) byAddress.set(address, own);
        if (next !== undefined && !next.isGone()) return next;
      }
      return null;
    },
  };
};

/**
 * Lets one request begin in each turn of the event loop; of more that come at once each address has its turn. Where two
 * thousand arrive together, sockets, timers and whoever asks from elsewhere are served in between and not after all of them.
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
