import { createServer } from 'node:http';
import { AVATAR_MAX_BYTES } from '@mahlzeit/contract';
import { pino } from 'pino';
import { createFetchPortrait } from './completion-service';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

const openHost = async (size: number): Promise<string> => {
  const server = createServer((request, response) => {
    if (request.url === '/moved') response.writeHead(302, { Location: '/' }).end();
    else response.writeHead(request.url === '/gone' ? 404 : 200).end(Buffer.alloc(size, 1));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
};

const openService = (origins: readonly string[]) => {
  const logLines: string[] = [];
  return {
    logLines,
    fetchPortrait: createFetchPortrait(
      origins,
      pino({ level: 'warn' }, { write: (line: string) => void logLines.push(line) }),
    ),
  };
};

it('fetches a picture from where it is trusted', async () => {
  const host = await openHost(3);
  expect(await openService([host]).fetchPortrait(`${host}/`)).toEqual(Buffer.from([1, 1, 1]));
});

it.each([['/gone'], ['/moved']])('logs a warning and carries on without the picture at %s', async (path) => {
  const host = await openHost(3);
  const { logLines, fetchPortrait } = openService([host]);
  expect(await fetchPortrait(`${host}${path}`)).toBeNull();
  expect(logLines).toHaveLength(1);
});

it('attack: inner addresses and endless pictures. Fetches nothing from elsewhere without HTTPS and no more than a picture may have', async () => {
  const host = await openHost(AVATAR_MAX_BYTES + 1);
  expect(await openService([]).fetchPortrait(`${host}/`)).toBeNull();
  expect(await openService([]).fetchPortrait('file:///etc/passwd')).toBeNull();
  expect(await openService([]).fetchPortrait('nonsense')).toBeNull();
  expect(await openService([host]).fetchPortrait(`${host}/`)).toBeNull();
});
