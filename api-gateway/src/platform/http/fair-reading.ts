import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as onNextTurn } from 'node:timers';
import { createFairQueue } from '../fair-queue';
import { clientAddress } from './client-address';

/** Connections that take turns at being read. */
export interface FairReading {
  /** Reads a new connection from its turn on; it comes paused. `begin` hands it to its server. */
  accept(socket: Socket, begin: () => void): void;
  /** A request has come on a connection, and will be answered. */
  received(socket: Socket, response: ServerResponse): void;
  /** A connection speaks another protocol from now on. */
  leave(socket: Socket): void;
}

// What of requests one turn of the event loop reads at ease.
const MAX_IN_A_TURN = 16;

// More than a browser opens at one server.
const FEW = 16;

/**
 * Lets crowds of connections be read one in each turn of the event loop, each address in its turn. Node hands over
 * whatever has come on all connections before it does anything else, so that hundreds of requests make one long turn.
 * Where many come in one, the idle connections of every address that has many are no longer read until their turn: what
 * they send waits in the system, and costs nothing yet.
 */
export const createFairReading = (nextTurn: (run: () => void) => void = onNextTurn): FairReading => {
  const idleByAddress = new Map<string, Set<Socket>>();
  const waiting = createFairQueue();
  let received = 0;
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
    nextTurn(turn);
  };

  const turn = (): void => {
    isTurnDue = false;
    received = 0;
    const next = waiting.take();
    if (next === null) return;
    expectTurn();
    next.begin();
  };

  const awaitTurn = (socket: Socket, address: string, begin = (): void => undefined): void =>
    waiting.add(address, {
      isGone: () => socket.destroyed,
      begin() {
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
        // Nobody is hung up on for what they have sent and we don't read yet.
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
    received(socket, response) {
      const address = addressOf(socket);
      leave(socket, address);
      response.once('close', () => becomesIdle(socket, address));
      received += 1;
      expectTurn();
      if (received === MAX_IN_A_TURN) pauseCrowds();
    },
    leave: (socket) => leave(socket, addressOf(socket)),
  };
};
