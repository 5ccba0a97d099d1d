import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import webpack from 'webpack';
import { WebSocket, WebSocketServer } from 'ws';
import { derivedPortOf, findPortFor, serveBuild } from './serve-command';
import type { ServedPage } from './serve-command';

const isAddress = (address: string | AddressInfo | null): address is AddressInfo =>
  typeof address === 'object' && address !== null;

interface TestGateway {
  readonly origin: string;
  readonly writeRequests: readonly {
    readonly origin: string | undefined;
    readonly host: string | undefined;
    readonly cookie: string | undefined;
  }[];
  close(): Promise<void>;
}

// Returns whether a request comes from the same origin, by the same rule as in
// api-gateway/src/platform/live/live-server.ts.
const isSameOrigin = ({ headers: { origin, host } }: IncomingMessage): boolean =>
  origin === undefined || new URL(origin).host === host;

const startFakeGateway = async (
  headers: Readonly<Record<string, string>> = { 'X-Mahlzeit-Now': '0' },
): Promise<TestGateway> => {
  const writeRequests: TestGateway['writeRequests'][number][] = [];
  const webSocketServer = new WebSocketServer({ noServer: true });
  const httpServer = createServer(({ method, url, headers: { origin, host, cookie } }, response) => {
    if (method === 'POST') writeRequests.push({ origin, host, cookie });
    response
      .writeHead(200, {
        ...(url?.startsWith('/api/') ? headers : {}),
        'Set-Cookie': 'mahlzeit_rt_4000=a.b; Path=/api/auth; HttpOnly; SameSite=Strict',
      })
      .end('{}');
  });
  httpServer.on('upgrade', (request, socket, upgradeHead) => {
    if (!isSameOrigin(request))
      return socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    webSocketServer.handleUpgrade(request, socket, upgradeHead, (webSocket) =>
      webSocket.on('message', (frameText) => webSocket.send(`frame after ${String(frameText)}`)),
    );
  });
  await once(httpServer.listen(0, '127.0.0.1'), 'listening');
  const address = httpServer.address();
  if (!isAddress(address)) throw new Error('The server listens on no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    writeRequests,
    async close() {
      for (const socket of webSocketServer.clients) socket.terminate();
      httpServer.closeAllConnections();
      await once(httpServer.close(), 'close');
    },
  };
};

describe('the port of a remote alone', () => {
  it('follows from the name of the remote', () => {
    const ports = ['mf-lunch', 'mf-lunch', 'mf-diary'].map(derivedPortOf);
    expect(ports[0]).toBe(ports[1]);
    expect(ports[0]).not.toBe(ports[2]);
  });

  it('is the next free one when another process uses it', async () => {
    const remoteName = 'mf-busy-port';
    const firstPort = await findPortFor(remoteName);
    const otherServer = createServer();
    await once(otherServer.listen(firstPort, '127.0.0.1'), 'listening');
    const nextPort = await findPortFor(remoteName);
    await once(otherServer.close(), 'close');
    expect(nextPort).not.toBe(firstPort);
    expect(nextPort).toBeGreaterThanOrEqual(4210);
    expect(nextPort).toBeLessThan(4300);
  });
});

describe('a remote alone against a gateway', () => {
  const buildFolder = mkdtempSync(join(tmpdir(), 'mahlzeit-alone-'));
  const stopCallbacks: (() => Promise<void>)[] = [];

  const startTestGateway = async (headers?: Readonly<Record<string, string>>): Promise<TestGateway> => {
    const gateway = await startFakeGateway(headers);
    stopCallbacks.push(gateway.close);
    return gateway;
  };

  const servePage = async (gateway: string | null, port = 0): Promise<ServedPage> => {
    const compiler = webpack({
      mode: 'none',
      entry: 'data:text/javascript,',
      output: { path: buildFolder },
      stats: 'none',
      infrastructureLogging: { level: 'none' },
    });
    if (compiler === null) throw new Error('Webpack refused the configuration');
    const servedPage = await serveBuild(compiler, { serveMode: 'preview', port, gateway });
    stopCallbacks.push(servedPage.stop);
    return servedPage;
  };

  const exchangeLiveFrame = (url: string, origin: string): Promise<string> =>
    new Promise((resolve) => {
      const socket = new WebSocket(new URL('/live', url.replace('http', 'ws')), { origin });
      socket.on('open', () => socket.send('hello'));
      socket.on('message', (frameText) => {
        resolve(String(frameText));
        socket.terminate();
      });
      socket.on('error', (error) => resolve(error.message));
    });

  afterEach(async () => {
    for (const stopCallback of stopCallbacks.splice(0).reverse()) await stopCallback();
  });

  afterAll(() => rmSync(buildFolder, { recursive: true, force: true }));

  it('gets live frames, as the page of the gateway would', async () => {
    const { url } = await servePage((await startTestGateway()).origin);
    expect(await exchangeLiveFrame(url, new URL(url).origin)).toBe('frame after hello');
  });

  it.each(['http://evil.example', 'http://127.0.0.1:1'])(
    'leaves it to the gateway to refuse the page %s',
    async (origin) => {
      const { url } = await servePage((await startTestGateway()).origin);
      expect(await exchangeLiveFrame(url, origin)).toContain('403');
    },
  );

  it('writes from the gateway’s own origin, with its cookies', async () => {
    const gateway = await startTestGateway();
    const { url } = await servePage(gateway.origin);
    const headers = { Origin: new URL(url).origin, Cookie: 'mahlzeit_rt_4000=a.b' };
    const refreshResponse = await fetch(new URL('/api/auth/refresh', url), { method: 'POST', headers });
    expect(refreshResponse.headers.get('set-cookie')).toBe(
      'mahlzeit_rt_4000=a.b; Path=/api/auth; HttpOnly; SameSite=Strict',
    );
    await fetch(new URL('/api/auth/refresh', url), { method: 'POST', headers: { Origin: 'http://evil.example' } });
    const host = new URL(gateway.origin).host;
    expect(gateway.writeRequests).toEqual([
      { origin: gateway.origin, host, cookie: 'mahlzeit_rt_4000=a.b' },
      { origin: 'http://evil.example', host, cookie: undefined },
    ]);
  });

  it('names the address that shows the gateway’s data', async () => {
    expect((await servePage((await startTestGateway()).origin)).url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?gateway$/);
    expect((await servePage(null)).url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  });

  it('says once that the gateway has gone and once that it is back, and answers as the gateway does when it is busy', async () => {
    const errorSpy = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const gateway = await startTestGateway();
    const { url } = await servePage(gateway.origin);
    await gateway.close();
    stopCallbacks.shift();
    const tagResponses = [await fetch(new URL('/api/tags', url)), await fetch(new URL('/api/tags', url))];
    expect(tagResponses.map(({ status }) => status)).toEqual([503, 503]);
    expect(await tagResponses[0]?.json()).toMatchObject({ code: 'unavailable' });
    expect(await exchangeLiveFrame(url, new URL(url).origin)).toContain('socket hang up');
    expect(errorSpy.mock.calls).toEqual([[`${gateway.origin} antwortet nicht mehr.`]]);
    errorSpy.mockRestore();
  });

  it.each<[string, string, () => Promise<string>]>([
    [
      'is no address',
      '--gateway braucht eine Adresse ohne Pfad wie http://127.0.0.1:4000, nicht „localhost“.',
      async () => 'localhost',
    ],
    ['has a path', 'Adresse ohne Pfad', async () => 'http://127.0.0.1:4000/api'],
    ['is of another protocol', 'Adresse ohne Pfad', async () => 'ws://127.0.0.1:4000'],
    [
      'answers nothing',
      'antwortet niemand (ECONNREFUSED)',
      async () => {
        const { origin, close } = await startFakeGateway();
        await close();
        return origin;
      },
    ],
    ['is something else', 'antwortet etwas anderes als ein Gateway', async () => (await startTestGateway({})).origin],
  ])('refuses in one line a gateway that %s', async (_, expectedMessage, findGatewayAddress) => {
    const error = await servePage(await findGatewayAddress()).catch((failureReason: unknown) => failureReason);
    expect(String(error)).toContain(expectedMessage);
    expect(String(error)).not.toContain('\n');
  });

  it.each([
    [Number.NaN, '--port braucht eine Zahl'],
    [70_000, '--port braucht eine Zahl'],
  ])('refuses the port %s', async (port, message) => {
    await expect(servePage(null, port)).rejects.toThrow(message);
  });

  it('says that a port is taken', async () => {
    const { url } = await servePage(null);
    const { port } = new URL(url);
    await expect(servePage(null, Number(port))).rejects.toThrow(
      `Port ${port} ist belegt: Gib mit --port einen anderen an.`,
    );
  });
});
