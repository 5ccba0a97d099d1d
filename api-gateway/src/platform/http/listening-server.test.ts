import { Agent, get as httpGet } from 'node:http';
import { connect } from 'node:net';
import { ErrorBody } from '@mahlzeit/contract';
import { waitUntil } from '../testing/until';
import { listen, type ListeningServer } from './listening-server';

let listeningServer: ListeningServer;
const upgradedPaths: (string | undefined)[] = [];

beforeAll(async () => {
  listeningServer = await listen({ host: '127.0.0.1', port: 0 });
  listeningServer.serve((request, response) => {
    let receivedBody = '';
    request.on('data', (chunk: Buffer) => {
      receivedBody += chunk.toString();
    });
    request.on('end', () =>
      response.end(
        `${request.method ?? ''} ${request.url ?? ''} ${receivedBody} ${request.headers.upgrade ?? 'plain'}`,
      ),
    );
  });
  listeningServer.onUpgrade((request, socket) => {
    upgradedPaths.push(request.url);
    socket.end();
  });
});

afterAll(() => listeningServer.close());

const sendRawRequest = (request: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(listeningServer.port, '127.0.0.1', () => socket.write(request));
    let responseText = '';
    socket.on('data', (chunk) => {
      responseText += chunk.toString();
    });
    socket.on('error', reject).on('close', () => resolve(responseText));
  });

const upgradeRequest = (protocol: string, requestLine: string, remainingText = '\r\n'): string =>
  `${requestLine} HTTP/1.1\r\nHost: mahlzeit.test\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: ${protocol}\r\nHTTP2-Settings: AAMAAABk\r\n${remainingText}`;

it('answers a request that offers an unknown protocol over HTTP, including its body', async () => {
  expect(await sendRawRequest(upgradeRequest('h2c', 'GET /restaurants'))).toMatch(
    /^HTTP\/1\.1 200 OK\r\n[^]*GET \/restaurants {2}plain/,
  );
  expect(await sendRawRequest(upgradeRequest('h2c', 'PUT /meal', 'Content-Length: 5\r\n\r\nSuppe'))).toContain(
    'PUT /meal Suppe plain',
  );
  expect(upgradedPaths).toEqual([]);
});

it.each([
  ['Content-Length: 5\r\nTransfer-Encoding: chunked'],
  ['Content-Length: 5\r\nContent-Length: 6'],
  ['Transfer-Encoding: chunked, identity'],
])('refuses a request that tells its length twice or unclearly: %j', async (lengthHeaders) => {
  const smuggled = '0\r\n\r\nGET /admin HTTP/1.1\r\nHost: mahlzeit.test\r\n\r\n';
  const answer = await sendRawRequest(
    `POST /meal HTTP/1.1\r\nHost: mahlzeit.test\r\nConnection: close\r\n${lengthHeaders}\r\n\r\n${smuggled}`,
  );
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).not.toContain('GET /admin');
});

it('passes on WebSocket requests', async () => {
  await sendRawRequest(upgradeRequest('WebSocket', 'GET /live'));
  expect(upgradedPaths).toEqual(['/live']);
});

it('answers `unavailable` in the form of every error before there is a handler', async () => {
  const otherServer = await listen({ host: '127.0.0.1', port: 0 });
  const answer = await fetch(`http://127.0.0.1:${otherServer.port}/api/mealTypes`, {
    headers: { Connection: 'close' },
  });
  expect([answer.status, answer.headers.get('Retry-After'), ErrorBody.parse(await answer.json()).code]).toEqual([
    503,
    '1',
    'unavailable',
  ]);
  await otherServer.close();
});

it('ends each connection with its next answer once it is about to close, so that busy clients lose no request', async () => {
  const otherServer = await listen({ host: '127.0.0.1', port: 0 });
  otherServer.serve((_request, response) => response.end('ok'));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const get = (): Promise<string | undefined> =>
    new Promise((resolve, reject) => {
      const request = httpGet({ host: '127.0.0.1', port: otherServer.port, agent }, (response) => {
        response.resume().on('end', () => resolve(response.headers.connection));
      });
      request.on('error', reject);
    });
  expect(await get()).toBe('keep-alive');
  otherServer.endConnections();
  expect(await get()).toBe('close');
  await otherServer.close();
});

it('breaks no request of clients that are busy while it closes', async () => {
  const otherServer = await listen({ host: '127.0.0.1', port: 0 });
  otherServer.serve((_request, response) => void setImmediate(() => response.end('ok')));
  let answeredCount = 0;
  /** Sends one request after the other on one connection, until an answer ends it. */
  const keepBusy = async (): Promise<string | undefined> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const get = (): Promise<string | undefined> =>
      new Promise((resolve, reject) => {
        httpGet({ host: '127.0.0.1', port: otherServer.port, agent }, (response) => {
          response.resume().on('end', () => resolve(response.headers.connection));
        }).on('error', reject);
      });
    for (;;) {
      const connection = await get();
      answeredCount += 1;
      if (connection === 'close') return connection;
    }
  };
  const clients = Array.from({ length: 20 }, keepBusy);
  await waitUntil(() => answeredCount > 100);
  otherServer.endConnections();
  await otherServer.close(5_000);
  expect(new Set(await Promise.all(clients))).toEqual(new Set(['close']));
});

it('closes connections whose headers don’t arrive', async () => {
  const otherServer = await listen({ host: '127.0.0.1', port: 0, headersTimeoutMs: 100 });
  const statusLines = await Promise.all(
    ['', 'GET / HTTP/1.1\r\nHost: mahlzeit.test\r\nX-Slow: '].map(
      (sentText) =>
        new Promise<string>((resolve, reject) => {
          const socket = connect(otherServer.port, '127.0.0.1', () => socket.write(sentText));
          let receivedText = '';
          socket.on('data', (chunk) => (receivedText += chunk.toString()));
          socket.on('error', reject).on('close', () => resolve(receivedText.split('\r\n')[0] ?? ''));
        }),
    ),
  );
  expect(statusLines[1]).toBe('HTTP/1.1 408 Request Timeout');
  await otherServer.close();
});

it('refuses connections of an address that has too many, unless they come from a proxy', async () => {
  const countOpen = async (trustsProxy: boolean): Promise<number> => {
    const otherServer = await listen({ host: '127.0.0.1', port: 0, trustsProxy });
    otherServer.serve((_request, response) => response.end('ok'));
    const sockets = Array.from({ length: 1_030 }, () => connect(otherServer.port, '127.0.0.1'));
    // The refused connections are closed, the accepted ones get responses.
    const admitted = await Promise.all(
      sockets.map(
        (socket) =>
          new Promise<boolean>((resolve) => {
            socket.on('error', () => resolve(false)).on('close', () => resolve(false));
            socket.once('data', () => resolve(true));
            socket.write('GET / HTTP/1.1\r\nHost: mahlzeit.test\r\n\r\n');
          }),
      ),
    );
    for (const socket of sockets) socket.destroy();
    await otherServer.close();
    return admitted.filter(Boolean).length;
  };
  expect(await countOpen(false)).toBe(1_024);
  expect(await countOpen(true)).toBe(1_030);
});
