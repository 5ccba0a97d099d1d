import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as onNextTurn } from 'node:timers';
import { createFairQueue } from '../fair-queue';
import { clientAddress } from './client-address';

/** Rules by which many connections take turns at being read. */
export interface FairReading {
  /**
   * Accepts a new paused connection, which is read when its turn comes. `startRequest` passes the connection to its
   * server.
   */
  accept(socket: Socket, startRequest: () => void): void;
  /** Must be called for each request on a connection. */
  onReceived(socket: Socket, response: ServerResponse): void;
  /** Stops managing a connection that changes its protocol. */
  leave(socket: Socket): void;
}

// Number of requests that may arrive in one turn of the event loop before connections are paused.
const MAX_IN_A_TURN = 16;

// Number of idle connections that one address may have without being paused; a browser opens fewer to one server.
const MAX_IDLE_UNPAUSED = 16;

/**
 * Creates the rules by which connections are read, one in each turn of the event loop; the client addresses take turns.
 * Node passes on all received data before it does anything else, so hundreds of requests would make one long turn. When
 * many requests arrive in one turn, idle connections are paused until it is their turn, but only those of addresses
 * with many connections. The data of a paused connection waits in the operating system at no cost.
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
      if (idle.size <= MAX_IDLE_UNPAUSED) continue;
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
