import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { findPostgresPrograms, postgresUser } from '../../../bin/cluster/postgres-programs.mjs';

/**
 * Name of the environment variable with the folder of the test run's PostgreSQL server. Jest's global setup and its
 * workers share nothing but the environment.
 */
const SERVER_FOLDER_VARIABLE = 'MAHLZEIT_POSTGRES_FOLDER';

const SUPERUSER = 'mahlzeit';
const READY_WITHIN_MS = 30_000;

/** A PostgreSQL server for tests that only this machine reaches, by a socket in its folder. */
export interface PostgresServer {
  /** Folder of the PostgreSQL server's socket. */
  readonly folder: string;
  /** URL of a database that every new PostgreSQL server has. */
  readonly url: string;
  start(): Promise<void>;
  /** Ends the server at once, as if it had crashed: it saves nothing but its log of changes. The clients don't end. */
  crash(): Promise<void>;
  /** Ends the server orderly; its clients get an error. */
  stop(): Promise<void>;
}

const urlOf = (folder: string, databaseName: string): string =>
  `postgres://${SUPERUSER}@localhost/${databaseName}?host=${encodeURIComponent(folder)}`;

const runOn = async (url: string, statements: readonly string[]): Promise<void> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
};

const waitUntilReady = async (url: string): Promise<void> => {
  for (let waitedMs = 0; ; waitedMs += 20) {
    try {
      await runOn(url, ['select 1']);
      return;
    } catch (error) {
      if (waitedMs > READY_WITHIN_MS) throw error;
      await delay(20);
    }
  }
};

// Settings of the PostgreSQL server for tests: nothing waits for the disk, because the data of tests may be lost. The
// server compiles no statement to machine code, which would take longer than running the statement.
const SERVER_SETTINGS = [
  'listen_addresses=',
  'fsync=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_connections=500',
  'deadlock_timeout=50ms',
  'autovacuum=off',
  'jit=off',
];

const requirePrograms = (): string => {
  const programs = findPostgresPrograms();
  if (programs === null) throw new Error('This machine has no suitable PostgreSQL');
  return programs;
};

/**
 * Creates the folder of a PostgreSQL server for tests, without starting it. Throws where PostgreSQL isn't installed.
 */
const createServerFolder = (): string => {
  const programs = requirePrograms();
  const user = postgresUser();
  const folder = mkdtempSync(join(tmpdir(), 'mahlzeit-postgres-'));
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  execFileSync(
    join(programs, 'initdb'),
    [
      '-D',
      join(folder, 'data'),
      '-U',
      SUPERUSER,
      '--auth=trust',
      '--no-sync',
      '--no-instructions',
      '--encoding=UTF8',
      '--locale=C',
    ],
    { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  return folder;
};

const startServer = async (folder: string, moreSettings: readonly string[] = []): Promise<void> => {
  const settings = [...SERVER_SETTINGS, ...moreSettings].flatMap((setting) => ['-c', setting]);
  const serverCommand = [join(requirePrograms(), 'postgres'), '-D', join(folder, 'data'), '-k', folder, ...settings];
  // Starts the server by a shell that ends it when this process ends: an interrupted test run doesn't come to its
  // teardown, but its end closes the pipe from which the shell reads.
  const shell = spawn('sh', ['-c', '"$@" & read -r _; kill -QUIT $!', 'sh', ...serverCommand], {
    ...postgresUser(),
    cwd: folder,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.unref();
  if (shell.stdin instanceof Socket) shell.stdin.unref();
  await waitUntilReady(urlOf(folder, 'postgres'));
};

const endServer = async (folder: string, signal: 'SIGINT' | 'SIGQUIT'): Promise<void> => {
  const processFile = join(folder, 'data', 'postmaster.pid');
  process.kill(Number(readFileSync(processFile, 'utf8').split('\n')[0]), signal);
  while (existsSync(processFile)) await delay(10);
};

/**
 * Creates a PostgreSQL server for tests that stop it. Unlike the test run's server, it keeps each commit when it
 * crashes. The caller starts it, stops it and removes its folder.
 */
export const createPostgresServer = (): PostgresServer & { remove(): void } => {
  const folder = createServerFolder();
  return {
    folder,
    url: urlOf(folder, 'postgres'),
    start: () => startServer(folder),
    crash: () => endServer(folder, 'SIGQUIT'),
    stop: () => endServer(folder, 'SIGINT'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};

/** Returns the folder of this test run's PostgreSQL server. Throws without a server. */
export const runFolder = (): string => {
  const folder = process.env[SERVER_FOLDER_VARIABLE];
  if (folder === undefined) throw new Error('No PostgreSQL server was started for these tests');
  return folder;
};

/** Returns the URL of a database of this test run's PostgreSQL server. Throws without a server. */
export const postgresUrlOf = (databaseName: string): string => urlOf(runFolder(), databaseName);

/** Runs SQL statements as the superuser, in the database that every PostgreSQL server has. */
export const runAsSuperuser = (...statements: readonly string[]): Promise<void> =>
  runOn(postgresUrlOf('postgres'), statements);

/** Starts this test run's PostgreSQL server. Throws where PostgreSQL isn't installed. */
export const startPostgres = async (): Promise<void> => {
  const folder = createServerFolder();
  process.env[SERVER_FOLDER_VARIABLE] = folder;
  await startServer(folder, ['synchronous_commit=off']);
};

/** Stops this test run's PostgreSQL server without saving anything, and deletes its folder. */
export const stopPostgres = async (): Promise<void> => {
  const folder = runFolder();
  await endServer(folder, 'SIGQUIT');
  rmSync(folder, { recursive: true, force: true });
  delete process.env[SERVER_FOLDER_VARIABLE];
};
