import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as onNextTurn } from 'node:timers';
import { createFairQueue } from '../fair-queue';
import type { QueuedRequest } from '../fair-queue';
import { clientAddress } from './client-address';

/** Rules by which many connections take turns at being read. */
export interface ConnectionScheduler {
  /**
   * Accepts a new paused connection, which is read when its turn comes. `startRequest` passes the connection to its
   * server.
   */
  accept(socket: Socket, startRequest: () => void): void;
  /**
   * Must be called for each request on a connection. It counts the requests in this turn of the event loop; the
   * connection isn't idle until its response ends.
   */
  onReceived(socket: Socket, response: ServerResponse): void;
  /** Stops controlling a connection that changes its protocol, for example to WebSocket. */
  leave(socket: Socket): void;
}

// Number of requests that may arrive in one turn of the event loop before connections are paused.
const MAX_REQUESTS_PER_TURN = 16;

// Number of idle connections that one IP address may have before they are paused; a browser opens fewer to one server.
const MAX_IDLE_SOCKETS = 16;

/**
 * Creates the control of reading: in each turn of the event loop one connection is read; clients' IP addresses take
 * turns. Node passes on all received data before it does anything else, so hundreds of requests would make one long
 * turn. When many requests arrive in one turn, idle connections are paused until it is their turn, but only those of
 * addresses with many connections. The data of a paused connection waits in the operating system at no cost.
 */
export const createConnectionScheduler = (
  runOnNextTurn: (runTurn: () => void) => void = onNextTurn,
): ConnectionScheduler => {
  const idleSocketsByAddress = new Map<string, Set<Socket>>();
  const waitingReads = createFairQueue();
  let requestsThisTurn = 0;
  let isTurnScheduled = false;

  const addressOf = (socket: Socket): string => clientAddress({ ip: socket.remoteAddress });

  const removeIdleSocket = (socket: Socket, address: string): void => {
    const idleSockets = idleSocketsByAddress.get(address);
    if (idleSockets?.delete(socket) === true && idleSockets.size === 0) idleSocketsByAddress.delete(address);
  };

  const addIdleSocket = (socket: Socket, address: string): void => {
    if (socket.destroyed) return;
    const idleSockets = idleSocketsByAddress.get(address) ?? new Set();
    idleSocketsByAddress.set(address, idleSockets.add(socket));
  };

  const scheduleTurn = (): void => {
    if (isTurnScheduled) return;
    isTurnScheduled = true;
    runOnNextTurn(runNextTurn);
  };

  const runNextTurn = (): void => {
    isTurnScheduled = false;
    requestsThisTurn = 0;
    const nextRead = waitingReads.take();
    if (nextRead === null) return;
    scheduleTurn();
    nextRead.start();
  };

  const readOf = (socket: Socket, address: string, onReadTurn: () => void): QueuedRequest => ({
    isAbandoned: () => socket.destroyed,
    start() {
      addIdleSocket(socket, address);
      onReadTurn();
      socket.resume();
    },
  });

  // Disables the timeout of a paused connection, because its data may have arrived already.
  const pauseSocket = (socket: Socket, address: string): QueuedRequest => {
    const socketTimeoutMs = socket.timeout ?? 0;
    socket.setTimeout(0);
    socket.pause();
    return readOf(socket, address, () => void socket.setTimeout(socketTimeoutMs));
  };

  const pauseCrowdedAddresses = (): void => {
    for (const [address, idleSockets] of idleSocketsByAddress) {
      if (idleSockets.size <= MAX_IDLE_SOCKETS) continue;
      idleSocketsByAddress.delete(address);
      // Serves these connections before new ones: Node has already begun to wait for the headers of their requests.
      waitingReads.addFirst(
        address,
        [...idleSockets].map((socket) => pauseSocket(socket, address)),
      );
    }
  };

  return {
    accept(socket, onTurn) {
      const address = addressOf(socket);
      socket.once('close', () => removeIdleSocket(socket, address));
      waitingReads.add(address, readOf(socket, address, onTurn));
      scheduleTurn();
    },
    onReceived(socket, response) {
      const address = addressOf(socket);
      removeIdleSocket(socket, address);
      response.once('close', () => addIdleSocket(socket, address));
      requestsThisTurn += 1;
      scheduleTurn();
      if (requestsThisTurn === MAX_REQUESTS_PER_TURN) pauseCrowdedAddresses();
    },
    leave: (socket) => removeIdleSocket(socket, addressOf(socket)),
  };
};
