import { createServer } from 'node:http';
import { AVATAR_MAX_BYTES } from '@mahlzeit/contract';
import { pino } from 'pino';
import { createFetchPortrait } from './portrait';

const closeServers: (() => void)[] = [];
afterEach(() => {
  for (const closeServer of closeServers.splice(0)) closeServer();
});

const openPictureHost = async (pictureSize: number): Promise<string> => {
  const server = createServer((request, response) => {
    if (request.url === '/moved') response.writeHead(302, { Location: '/' }).end();
    else response.writeHead(request.url === '/gone' ? 404 : 200).end(Buffer.alloc(pictureSize, 1));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closeServers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const serverAddress = server.address();
  return `http://127.0.0.1:${typeof serverAddress === 'object' ? serverAddress?.port : ''}`;
};

const openService = (trustedOrigins: readonly string[]) => {
  const logLines: string[] = [];
  return {
    logLines,
    fetchPortrait: createFetchPortrait(
      trustedOrigins,
      pino({ level: 'warn' }, { write: (logLine: string) => void logLines.push(logLine) }),
    ),
  };
};

it('fetches a picture from where it is trusted', async () => {
  const pictureHost = await openPictureHost(3);
  expect(await openService([pictureHost]).fetchPortrait(`${pictureHost}/`)).toEqual(Buffer.from([1, 1, 1]));
});

it.each([['/gone'], ['/moved']])('logs a warning and carries on without the picture at %s', async (path) => {
  const pictureHost = await openPictureHost(3);
  const { logLines, fetchPortrait } = openService([pictureHost]);
  expect(await fetchPortrait(`${pictureHost}${path}`)).toBeNull();
  expect(logLines).toHaveLength(1);
});

it('attack: inner addresses and endless pictures. Fetches nothing from elsewhere without HTTPS and no more than a picture may have', async () => {
  const pictureHost = await openPictureHost(AVATAR_MAX_BYTES + 1);
  expect(await openService([]).fetchPortrait(`${pictureHost}/`)).toBeNull();
  expect(await openService([]).fetchPortrait('file:///etc/passwd')).toBeNull();
  expect(await openService([]).fetchPortrait('nonsense')).toBeNull();
  expect(await openService([pictureHost]).fetchPortrait(`${pictureHost}/`)).toBeNull();
});
