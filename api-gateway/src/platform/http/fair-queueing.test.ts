import { Agent, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import type { Express } from 'express';
import { createFairQueueing } from './fair-queueing';

describe('createFairQueueing', () => {
  const serverClosers: (() => void)[] = [];
  afterEach(() => {
    for (const closeServer of serverClosers.splice(0)) closeServer();
  });

  const openServer = async (app: Express) => {
    const server = app.listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    serverClosers.push(() => {
      server.closeAllConnections();
      server.close();
    });
    const serverAddress = server.address();
    if (serverAddress === null || typeof serverAddress === 'string') throw new Error('no port');
    const { port }: AddressInfo = serverAddress;
    const sendRequest = (path: string, clientAddress: string) =>
      new Promise<void>((resolve, reject) => {
        get(
          { port, host: '127.0.0.1', path, headers: { 'X-Forwarded-For': clientAddress }, agent: new Agent() },
          (httpResponse) => httpResponse.resume().on('end', resolve),
        ).on('error', reject);
      });
    return { ask: sendRequest };
  };

  /** Simulates the event loop, so that the test decides when its next turn begins. */
  const createManualTurns = () => {
    const dueCallbacks: (() => void)[] = [];
    return {
      nextTurn: (turnCallback: () => void) => void dueCallbacks.push(turnCallback),
      turn: () => dueCallbacks.shift()?.(),
      waiting: () => dueCallbacks.length,
    };
  };

  const openQueueServer = async () => {
    const { nextTurn, turn } = createManualTurns();
    const [arrivedPaths, startedPaths]: [string[], string[]] = [[], []];
    const app = express().set('trust proxy', 1);
    app.use(
      (request, _response, next) => {
        arrivedPaths.push(request.path);
        next();
      },
      createFairQueueing(nextTurn),
      (request, response) => {
        startedPaths.push(request.path);
        response.end();
      },
    );
    const { ask } = await openServer(app);
    const askOneByOne = async (
      queuedRequests: readonly (readonly [path: string, from: string])[],
    ): Promise<Promise<void>[]> => {
      const pendingResponses: Promise<void>[] = [];
      for (const [path, clientIp] of queuedRequests) {
        const previousArrivalCount = arrivedPaths.length;
        pendingResponses.push(ask(path, clientIp).catch(() => undefined));
        while (arrivedPaths.length === previousArrivalCount) await new Promise((resolve) => setImmediate(resolve));
      }
      return pendingResponses;
    };
    return { turn, startedPaths, askOneByOne };
  };

  it('starts one request at once and the next a turn later', async () => {
    const { turn, startedPaths, askOneByOne } = await openQueueServer();
    const pendingResponses = await askOneByOne([
      ['/1', '10.0.0.1'],
      ['/2', '10.0.0.1'],
      ['/3', '10.0.0.1'],
    ]);
    expect(startedPaths).toEqual(['/1']);
    turn();
    expect(startedPaths).toEqual(['/1', '/2']);
    turn();
    expect(startedPaths).toEqual(['/1', '/2', '/3']);
    turn();
    pendingResponses.push(...(await askOneByOne([['/4', '10.0.0.1']])));
    expect(startedPaths.at(-1)).toBe('/4');
    await Promise.all(pendingResponses);
  });

  it('lets addresses take turns, however many requests one of them sends', async () => {
    const { turn, startedPaths, askOneByOne } = await openQueueServer();
    const manyRequests = Array.from({ length: 20 }, (_, index) => [`/crowd-${index}`, '10.0.0.1'] as const);
    const pendingResponses = await askOneByOne([...manyRequests, ['/anna', '10.0.0.2'], ['/ben', '10.0.0.3']]);
    for (let turnIndex = 0; turnIndex < 4; turnIndex += 1) turn();
    // Addresses of which nothing waited go first.
    expect(startedPaths).toEqual(['/crowd-0', '/anna', '/ben', '/crowd-1', '/crowd-2']);
    for (let turnIndex = 0; turnIndex < 20; turnIndex += 1) turn();
    await Promise.all(pendingResponses);
    expect(startedPaths).toHaveLength(22);
  });
});
