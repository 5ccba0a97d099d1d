import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { POSTGRES_DEFAULTS } from './platform/config/database-config';
import { AppError, StartRefusedError } from './platform/errors';
import { protectDataFolder, reserveFileTable, startErrorText } from './startup';

const serverSettings = {
  host: '10.0.0.1',
  port: 4000,
  dataDir: '/srv/mahlzeit',
  database: { driver: 'better-sqlite3', file: '/srv/mahlzeit/mahlzeit.db' },
  sandbox: { port: 4100, url: null, isForbidden: false },
} as const;

const systemError = (
  message: string,
  errorFields: { readonly code: string; readonly syscall?: string; readonly path?: string; readonly port?: number },
): Error => Object.assign(new Error(message), errorFields);

it.each([
  [
    'a taken port',
    systemError('listen EADDRINUSE', { code: 'EADDRINUSE', syscall: 'listen' }),
    'Port 4000 ist schon belegt. Mit PORT=… lässt sich ein anderer wählen.',
  ],
  [
    'a taken port of the sandbox',
    systemError('listen EADDRINUSE', { code: 'EADDRINUSE', syscall: 'listen', port: 4100 }),
    'Port 4100 für die Sandbox ist schon belegt. Mit SANDBOX_PORT=… lässt sich ein anderer wählen.',
  ],
  [
    'a port that is not ours',
    systemError('listen EACCES', { code: 'EACCES', syscall: 'listen' }),
    'HOST und PORT: Auf 10.0.0.1, Port 4000 lässt sich nicht lauschen (listen EACCES).',
  ],
  [
    'a host nobody knows',
    systemError('getaddrinfo ENOTFOUND', { code: 'ENOTFOUND', syscall: 'getaddrinfo' }),
    'HOST und PORT: Auf 10.0.0.1, Port 4000 lässt sich nicht lauschen (getaddrinfo ENOTFOUND).',
  ],
  [
    'a folder without rights',
    systemError('EACCES: mkdir', { code: 'EACCES', syscall: 'mkdir', path: '/srv/mahlzeit' }),
    'DATA_DIR: Der Ordner /srv/mahlzeit lässt sich nicht benutzen (EACCES: mkdir).',
  ],
  [
    'a database elsewhere',
    systemError('EROFS: mkdir', { code: 'EROFS', syscall: 'mkdir', path: '/mnt' }),
    'DATABASE_URL: /srv/mahlzeit/mahlzeit.db lässt sich nicht als Datenbank öffnen (EROFS: mkdir).',
  ],
  [
    'what production must not have',
    new StartRefusedError('DATABASE_URL: must not hold the demo town'),
    'DATABASE_URL: must not hold the demo town',
  ],
  [
    'a file that is no database',
    systemError('file is not a database', { code: 'SQLITE_NOTADB' }),
    'DATABASE_URL: /srv/mahlzeit/mahlzeit.db lässt sich nicht als Datenbank öffnen (file is not a database).',
  ],
  [
    'a file that a restore holds',
    new AppError('unavailable', { cause: systemError('database is locked', { code: 'SQLITE_BUSY' }) }),
    'DATABASE_URL: Ein anderer Prozess hält /srv/mahlzeit/mahlzeit.db für sich, etwa „npm run restore“ oder „npm run move“. Starte das Gateway danach noch einmal.',
  ],
])('explains %s in one line', (_title, error, expectedLine) => {
  expect(startErrorText(error, serverSettings)).toBe(expectedLine);
});

it('shows where a surprise came from', () => {
  const unexpectedError = systemError('no such table: topic', { code: 'SQLITE_ERROR' });
  expect(startErrorText(unexpectedError, serverSettings)).toBe(
    `Mahlzeit konnte nicht starten: ${unexpectedError.stack ?? ''}`,
  );
  expect(startErrorText('$& gone', serverSettings)).toBe('Mahlzeit konnte nicht starten: $& gone');
});

it.each<[string, unknown, string]>([
  [
    'refuses the password',
    systemError('password authentication failed for user "mahlzeit"', { code: '28P01' }),
    'password authentication failed for user "mahlzeit"',
  ],
  [
    'has no such database',
    systemError('database "mahlzeit" does not exist', { code: '3D000' }),
    'database "mahlzeit" does not exist',
  ],
  ['does not run', new AppError('unavailable', { cause: systemError('', { code: 'ECONNREFUSED' }) }), 'ECONNREFUSED'],
])('names the server that %s, without its password', (_title, error, reason) => {
  const database = {
    driver: 'pg',
    url: 'postgres://mahlzeit:geheim@db.example:5433/mahlzeit?sslmode=require',
    ...POSTGRES_DEFAULTS,
  } as const;
  expect(startErrorText(error, { ...serverSettings, database })).toBe(
    `DATABASE_URL: postgres://db.example:5433/mahlzeit lässt sich nicht als Datenbank öffnen (${reason}).`,
  );
});

const fileTableSize = (): number => Number(/^FDSize:\s+(\d+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);

(process.platform === 'linux' ? it : it.skip)('makes room for open files and leaves none open', () => {
  const openFileCount = readdirSync('/proc/self/fd').length;
  reserveFileTable(1_000);
  expect(fileTableSize()).toBeGreaterThanOrEqual(1_000);
  expect(readdirSync('/proc/self/fd')).toHaveLength(openFileCount);
});

describe('the data folder', () => {
  const formerUmask = process.umask();
  const dataDir = mkdtempSync(join(tmpdir(), 'mahlzeit-data-'));
  afterAll(() => {
    process.umask(formerUmask);
    rmSync(dataDir, { recursive: true });
  });

  it.each([
    [0o755, 'prod', `DATA_DIR: must not be open to other users with STAGE=prod: chmod -R go= ${dataDir}`],
    [0o700, 'prod', null],
    [0o755, 'dev', null],
  ] as const)('with mode %o and STAGE=%s', (mode, stage, expectedLine) => {
    chmodSync(dataDir, mode);
    expect(protectDataFolder({ stage, dataDir })).toBe(expectedLine);
  });

  it('may be missing, and what is written into it belongs to its owner alone', () => {
    expect(protectDataFolder({ stage: 'prod', dataDir: join(dataDir, 'missing') })).toBeNull();
    writeFileSync(join(dataDir, 'mahlzeit.db'), '');
    expect(statSync(join(dataDir, 'mahlzeit.db')).mode & 0o777).toBe(0o600);
  });
});
