import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as onNextTurn } from 'node:timers';
import { createFairQueue } from '../fair-queue';
import { clientAddress } from './client-address';

/** Connections that take turns at being read. */
export interface FairReading {
  /** Accepts a new paused connection, which is read from its turn on. `begin` passes it to its server. */
  accept(socket: Socket, startRequest: () => void): void;
  /** Must be called for each request on a connection. */
  onReceived(socket: Socket, response: ServerResponse): void;
  /** Releases a connection that changes its protocol. */
  leave(socket: Socket): void;
}

// Number of requests in one turn of the event loop that need no queueing.
const MAX_IN_A_TURN = 16;

// More connections than a browser opens to one server.
const FEW = 16;

/**
 * Lets many connections be read one at a time in each turn of the event loop, in turn by client address. Node passes on
 * all received data before it does anything else, so hundreds of requests make one long turn. When many arrive in one
 * turn, idle connections of addresses with many connections are paused until their turn. Their data waits in the
 * operating system at no cost.
 */
export const createFairReading = (nextTurn: (run: () => void) => void = onNextTurn): FairReading => {
  const idleByAddress = new Map<string, Set<Socket>>();
  const waitingReads = createFairQueue();
  let receivedCount = 0;
  let isTurnDue = false;

  const addressOf = (socket: Socket): string => clientAddress({ ip: socket.remoteAddress });

  const leave = (socket: Socket, address: string): void => {
    const idle = idleByAddress.get(address);
    if (idle?.delete(socket) === true && idle.size === 0) idleByAddress.delete(address);
  };

  const becomesIdle = (socket: Socket, address: string): void => {
    if (socket.destroyed) return;
    const idle = idleByAddress.get(address) ?? new Set();
    idleByAddress.set(address, idle.add(socket));
  };

  const expectTurn = (): void => {
    if (isTurnDue) return;
    isTurnDue = true;
    nextTurn(runNextTurn);
  };

  const runNextTurn = (): void => {
    isTurnDue = false;
    receivedCount = 0;
    const nextRead = waitingReads.take();
    if (nextRead === null) return;
    expectTurn();
    nextRead.start();
  };

  const awaitTurn = (socket: Socket, address: string, begin = (): void => undefined): void =>
    waitingReads.add(address, {
      isGone: () => socket.destroyed,
      start() {
        becomesIdle(socket, address);
        begin();
        socket.resume();
      },
    });

  const pauseCrowds = (): void => {
    for (const [address, idle] of idleByAddress) {
      if (idle.size <= FEW) continue;
      idleByAddress.delete(address);
      for (const socket of idle) {
        // A paused connection must not time out, because its data may have arrived already.
        const timeout = socket.timeout ?? 0;
        socket.setTimeout(0);
        socket.pause();
        awaitTurn(socket, address, () => void socket.setTimeout(timeout));
      }
    }
  };

  return {
    accept(socket, begin) {
      const address = addressOf(socket);
      socket.once('close', () => leave(socket, address));
      awaitTurn(socket, address, begin);
      expectTurn();
    },
    onReceived(socket, response) {
      const address = addressOf(socket);
      leave(socket, address);
      response.once('close', () => becomesIdle(socket, address));
      receivedCount += 1;
      expectTurn();
      if (receivedCount === MAX_IN_A_TURN) pauseCrowds();
    },
    leave: (socket) => leave(socket, addressOf(socket)),
  };
};
