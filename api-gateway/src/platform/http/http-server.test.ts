import { connect } from 'node:net';
import { ErrorBody } from '@mahlzeit/contract';
import { listen, type ListeningServer } from './http-server';

let listening: ListeningServer;
const upgradedPaths: (string | undefined)[] = [];

beforeAll(async () => {
  listening = await listen({ host: '127.0.0.1', port: 0 });
  listening.serve((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () =>
      response.end(`${request.method ?? ''} ${request.url ?? ''} ${body} ${request.headers.upgrade ?? 'plain'}`),
    );
  });
  listening.onUpgrade((request, socket) => {
    upgradedPaths.push(request.url);
    socket.end();
  });
});

afterAll(() => listening.close());

const exchange = (request: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(listening.port, '127.0.0.1', () => socket.write(request));
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk.toString();
    });
    socket.on('error', reject).on('close', () => resolve(answer));
  });

const upgradeRequest = (protocol: string, start: string, remainder = '\r\n'): string =>
  `${start} HTTP/1.1\r\nHost: mahlzeit.test\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: ${protocol}\r\nHTTP2-Settings: AAMAAABk\r\n${remainder}`;

it('answers a request that offers an unknown protocol over HTTP, including its body', async () => {
  expect(await exchange(upgradeRequest('h2c', 'GET /restaurants'))).toMatch(
    /^HTTP\/1\.1 200 OK\r\n[^]*GET \/restaurants {2}plain/,
  );
  expect(await exchange(upgradeRequest('h2c', 'PUT /meal', 'Content-Length: 5\r\n\r\nSuppe'))).toContain(
    'PUT /meal Suppe plain',
  );
  expect(upgradedPaths).toEqual([]);
});

it('passes on WebSocket requests', async () => {
  await exchange(upgradeRequest('WebSocket', 'GET /live'));
  expect(upgradedPaths).toEqual(['/live']);
});

it('answers `unavailable` in the form of every error before there is a handler', async () => {
  const listener = await listen({ host: '127.0.0.1', port: 0 });
  const answer = await fetch(`http://127.0.0.1:${listener.port}/api/mealTypes`, { headers: { Connection: 'close' } });
  expect([answer.status, answer.headers.get('Retry-After'), ErrorBody.parse(await answer.json()).code]).toEqual([
    503,
    '1',
    'unavailable',
  ]);
  await listener.close();
});
