import { connect } from 'node:net';
import { ErrorBody } from '@mahlzeit/contract';
import { listen, type ListeningServer } from './http-server';

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
