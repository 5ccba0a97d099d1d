import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { createConnectionScheduler } from './connection-scheduler';

/** Simulates the event loop, so that the test decides when its next turn begins. */
const createManualTurns = () => {
  const dueCallbacks: (() => void)[] = [];
  return {
    nextTurn: (turnCallback: () => void) => void dueCallbacks.push(turnCallback),
    iterate(iterationCount: number) {
      for (let iteration = 0; iteration < iterationCount; iteration += 1) dueCallbacks.shift()?.();
    },
  };
};

const socketFrom = (remoteAddress: string): Socket =>
  Object.defineProperty(new Socket().pause(), 'remoteAddress', { value: remoteAddress });

const openScheduler = () => {
  const { nextTurn, iterate } = createManualTurns();
  const connectionScheduler = createConnectionScheduler(nextTurn);
  const startedSockets: Socket[] = [];
  const acceptSockets = (socketCount: number, address: string): Socket[] =>
    Array.from({ length: socketCount }, () => {
      const clientSocket = socketFrom(address);
      connectionScheduler.accept(clientSocket, () => void startedSockets.push(clientSocket));
      return clientSocket;
    });
  const receiveRequests = (clientSockets: readonly Socket[]): ServerResponse[] =>
    clientSockets.map((clientSocket) => {
      const response = new ServerResponse(new IncomingMessage(clientSocket));
      connectionScheduler.onReceived(clientSocket, response);
      return response;
    });
  return { iterate, connectionScheduler, startedSockets, acceptSockets, receive: receiveRequests };
};

const countPaused = (clientSockets: readonly Socket[]): number =>
  clientSockets.filter((clientSocket) => clientSocket.isPaused()).length;

it('starts one new connection in each turn, in turn by address', () => {
  const { iterate, startedSockets, acceptSockets } = openScheduler();
  const manySockets = acceptSockets(20, '10.0.0.1');
  const [annasSocket] = acceptSockets(1, '10.0.0.2');
  expect(startedSockets).toEqual([]);
  iterate(3);
  expect(startedSockets).toEqual([manySockets[0], annasSocket, manySockets[1]]);
  expect([countPaused(startedSockets), countPaused(manySockets)]).toEqual([0, 18]);
  iterate(20);
  expect(startedSockets).toHaveLength(21);
});

it('never starts a connection that was closed while it waited', () => {
  const { iterate, startedSockets, acceptSockets } = openScheduler();
  const [firstSocket, secondSocket] = acceptSockets(2, '10.0.0.1');
  firstSocket?.destroy();
  iterate(1);
  expect(startedSockets).toEqual([secondSocket]);
});

it('reads the rest of a crowd one at a time after many requests in one turn, and everybody else as before', () => {
  const { iterate, acceptSockets, receive } = openScheduler();
  const [manySockets, otherSockets] = [acceptSockets(60, '10.0.0.1'), acceptSockets(6, '10.0.0.2')];
  iterate(67);
  receive(manySockets.slice(0, 15));
  expect(countPaused(manySockets)).toBe(0);
  receive(manySockets.slice(15, 16));
  // The connections with a response in progress aren't paused, because their request body may be only half read.
  expect([
    countPaused(manySockets.slice(0, 16)),
    countPaused(manySockets.slice(16)),
    countPaused(otherSockets),
  ]).toEqual([0, 44, 0]);
  iterate(4);
  expect(countPaused(manySockets)).toBe(40);
  iterate(40);
  expect(countPaused(manySockets)).toBe(0);
});

it('reads the paused rest of a crowd before its new connections, whose headers nobody waits for yet', () => {
  const { iterate, startedSockets, acceptSockets, receive } = openScheduler();
  const openSockets = acceptSockets(60, '10.0.0.1');
  iterate(61);
  const newSockets = acceptSockets(5, '10.0.0.1');
  receive(openSockets.slice(0, 16));
  iterate(44);
  expect([countPaused(openSockets), countPaused(newSockets)]).toEqual([0, 5]);
  iterate(5);
  expect(startedSockets.slice(60)).toEqual(newSockets);
});

it('counts the requests of each turn by themselves', () => {
  const { iterate, acceptSockets, receive } = openScheduler();
  const manySockets = acceptSockets(60, '10.0.0.1');
  iterate(61);
  receive(manySockets.slice(0, 15));
  iterate(1);
  receive(manySockets.slice(15, 30));
  expect(countPaused(manySockets)).toBe(0);
});

it('pauses idle connections, and none that have changed their protocol', () => {
  const { iterate, connectionScheduler, acceptSockets, receive } = openScheduler();
  const manySockets = acceptSockets(60, '10.0.0.1');
  iterate(61);
  for (const response of receive(manySockets.slice(0, 10))) response.emit('close');
  for (const clientSocket of manySockets.slice(50)) connectionScheduler.leave(clientSocket);
  iterate(1);
  receive(manySockets.slice(10, 26));
  expect([
    countPaused(manySockets.slice(0, 10)),
    countPaused(manySockets.slice(26, 50)),
    countPaused(manySockets.slice(50)),
  ]).toEqual([10, 24, 0]);
});
