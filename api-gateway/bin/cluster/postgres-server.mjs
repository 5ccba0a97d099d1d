import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findPostgresPrograms, OLDEST_POSTGRES, postgresUser } from './postgres-programs.mjs';
import { createLineTail, endChild, startChild, waitUntilReady } from './child-process.mjs';

const SUPERUSER = 'mahlzeit';
const DATABASE = 'mahlzeit';
const READY_WITHIN_MS = 30_000;
const STOP_WITHIN_MS = 10_000;

const changeOwner = (user, folder) => {
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
};

/** Creates the files of a PostgreSQL server unless they exist. */
const initialize = ({ programs, dataFolder, user }) => {
  if (existsSync(join(dataFolder, 'PG_VERSION'))) return;
  mkdirSync(dataFolder, { recursive: true });
  changeOwner(user, dataFolder);
  // Lets the server's system user reach its data folder through the folder above, without reading the content of that
  // folder.
  if (user.uid !== undefined) chmodSync(dirname(dataFolder), 0o711);
  const initArguments = ['-D', dataFolder, '-U', SUPERUSER, '--auth=trust', '--no-instructions'];
  const { status } = spawnSync(join(programs, 'initdb'), [...initArguments, '--encoding=UTF8', '--locale=C'], {
    ...user,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0)
    throw new Error(
      `In ${dataFolder} entsteht keine Datenbank. Startet root, muss auch der Benutzer postgres dorthin kommen: Wähle sonst ein anderes DATA_DIR.`,
    );
};

/** Creates functions that call PostgreSQL's client programs, which reach a server by the socket in a folder. */
const createClient = (programs, socketFolder) => {
  const connection = ['-h', socketFolder, '-U', SUPERUSER];
  const runPsql = (statement) =>
    execFileSync(join(programs, 'psql'), [...connection, '-d', 'postgres', '-qtA', '-c', statement], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  return {
    acceptsConnections: () =>
      spawnSync(join(programs, 'pg_isready'), [...connection, '-q', '-d', 'postgres']).status === 0,
    createDatabase(databaseName) {
      if (runPsql(`select 1 from pg_database where datname = '${databaseName}'`) === '')
        runPsql(`create database ${databaseName}`);
    },
  };
};

/**
 * Starts a PostgreSQL server that keeps its data in a folder. Only this machine reaches it, by a socket whose folder
 * belongs to one user. Throws where PostgreSQL isn't installed or doesn't start.
 */
export const startPostgresServer = async ({ dataFolder, maxConnections }) => {
  const programs = findPostgresPrograms();
  if (programs === null)
    throw new Error(
      `Kein PostgreSQL ${OLDEST_POSTGRES} oder neuer. Installiere es (Debian: apt-get install postgresql).`,
    );
  const user = postgresUser();
  initialize({ programs, dataFolder, user });
  // The path of a Unix socket may have at most 107 characters, so the socket doesn't lie in the data folder.
  const socketFolder = mkdtempSync(join(tmpdir(), 'mahlzeit-pg-'));
  changeOwner(user, socketFolder);
  const client = createClient(programs, socketFolder);
  const settings = ['listen_addresses=', `max_connections=${maxConnections}`].flatMap((setting) => ['-c', setting]);
  const outputTail = createLineTail();
  const server = startChild(join(programs, 'postgres'), ['-D', dataFolder, '-k', socketFolder, ...settings], {
    ...user,
    cwd: dataFolder,
    onLine: outputTail.add,
  });
  const stop = async () => {
    // SIGINT ends open connections; SIGTERM would wait for them.
    await endChild(server, 'SIGINT', STOP_WITHIN_MS);
    rmSync(socketFolder, { recursive: true, force: true });
  };
  try {
    await waitUntilReady(server, {
      name: 'PostgreSQL',
      lines: outputTail.lines,
      timeoutMs: READY_WITHIN_MS,
      check: () => client.acceptsConnections(),
    });
    client.createDatabase(DATABASE);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `postgres://${SUPERUSER}@localhost/${DATABASE}?host=${encodeURIComponent(socketFolder)}`, stop };
};
