import type { Knex } from 'knex';
import { types } from 'pg';
import { POSTGRES_CLIENT } from '../../../migrations/engine';
import type { PostgresConfig } from '../config/database-config';
import { errorCodeOf, StartRefusedError } from '../errors';
import type { DatabaseDialect } from './database-dialect';
import { query, sql } from './statement';

/** Oldest version of PostgreSQL that gateways can use. */
export const OLDEST_VERSION = 15;

/** Key of PostgreSQL's advisory lock that a process holds while it migrates, or moves a database here. */
export const MIGRATION_LOCK_KEY = 4_100_015;

/**
 * Milliseconds after which PostgreSQL ends a transaction of a process that has stopped in the middle, and releases its
 * locks.
 */
const IDLE_IN_TRANSACTION_MS = 60_000;

const INT8_TYPE = 20;
const NUMERIC_TYPE = 1700;

// Reads PostgreSQL's whole numbers as JavaScript numbers: times, counters and sums are far below their limit.
const getTypeParser = (typeId: number, format?: string): unknown =>
  typeId === INT8_TYPE || typeId === NUMERIC_TYPE
    ? Number
    : // The driver's function accepts any type id.
      Reflect.apply(types.getTypeParser, types, [typeId, format]);

/** The part of the PostgreSQL driver's connection that this dialect uses. */
interface PostgresConnection {
  query(text: string, onEnd: (error: Error | null) => void): void;
  /**
   * State of the connection: idle (`I`), in a transaction (`T`), in a transaction that can only be rolled back (`E`).
   */
  getTransactionStatus(): 'I' | 'T' | 'E' | null;
  /** Lower layer of the driver, which emits each error that the server reports. */
  readonly connection: { on(event: 'errorMessage', onError: (error: unknown) => void): void };
  /** Makes knex discard the connection instead of using it again. */
  __knex__disposed?: unknown;
  /** False until the server has told the state after the last statement, which it tells after the statement's error. */
  readonly readyForQuery: boolean;
}

/** Codes with which the server ends a session: it stops, or the session was idle in a transaction for too long. */
const SESSION_END = /^57P|^25P03$/;

/**
 * Discards a connection as soon as the server says that it ends the session. Knex does so when the connection is
 * closed, which it notices some moments later; until then another request might get the connection.
 */
const discardWhenEnded = (connection: PostgresConnection): void =>
  connection.connection.on('errorMessage', (error) => {
    if (SESSION_END.test(errorCodeOf(error) ?? '')) connection.__knex__disposed = error;
  });

const knexConfigOf = (
  { url }: PostgresConfig,
  { max, sessionSql }: { readonly max: number; readonly sessionSql: string },
): Knex.Config => ({
  client: POSTGRES_CLIENT,
  // Names the version, because knex would otherwise request it for each new connection.
  version: String(OLDEST_VERSION),
  connection: { connectionString: url, application_name: 'mahlzeit', keepAlive: true, types: { getTypeParser } },
  acquireConnectionTimeout: 30_000,
  // Knex throws errors and also prints them. Printing is disabled here, because the callers log the thrown errors.
  log: { warn: () => {}, error: () => {} },
  // The message of an error names the statement without its values, because it is logged.
  compileSqlOnError: false,
  pool: {
    min: 0,
    max,
    afterCreate: (
      connection: PostgresConnection,
      onPrepared: (error: Error | null, connection: PostgresConnection) => void,
    ): void => {
      discardWhenEnded(connection);
      connection.query(sessionSql, (error) => onPrepared(error, connection));
    },
  },
});

interface ServerFacts {
  readonly version: number;
  readonly encoding: string;
  readonly collation: string;
}

// Collations that compare bytes. Others sort texts by the rules of a language, unlike the contract and SQLite.
const BYTE_COLLATIONS: ReadonlySet<string> = new Set(['C', 'POSIX', 'C.UTF-8', 'C.utf8']);

/** Reason why gateways can't use a PostgreSQL database, with data about its server. */
export interface Unsuitability extends ServerFacts {
  readonly reason: 'version' | 'encoding';
}

/** Returns the reason why gateways can't use a PostgreSQL database; null for a suitable database. */
export const findUnsuitability = async (trx: Knex.Transaction): Promise<Unsuitability | null> => {
  const [facts] = await query<ServerFacts>(
    trx,
    sql`select current_setting('server_version_num')::int / 10000 as version, pg_encoding_to_char(encoding) as encoding, datcollate as collation from pg_database where datname = current_database()`,
  );
  if (facts === undefined) return null;
  if (facts.version < OLDEST_VERSION) return { ...facts, reason: 'version' };
  if (facts.encoding !== 'UTF8' || !BYTE_COLLATIONS.has(facts.collation)) return { ...facts, reason: 'encoding' };
  return null;
};

/** Describes an unsuitable database to the operator by a sentence about its URL. */
const describeUnsuitability = ({ reason, version, encoding, collation }: Unsuitability): string =>
  reason === 'version'
    ? `must lead to PostgreSQL ${OLDEST_VERSION} or newer, not to version ${version}`
    : "must lead to a database with ENCODING 'UTF8' and LOCALE 'C', " +
      `not ${encoding} and ${collation} (create database … template template0 encoding 'UTF8' locale 'C')`;

/**
 * Error codes of PostgreSQL (serialization failure and deadlock): the transaction has conflicted with another one at
 * the same time.
 */
const WRITE_CONFLICT_CODES: ReadonlySet<string> = new Set(['40001', '40P01']);

// Error codes of violated keys. Another write at the same time may have added or removed a row that this write has not
// seen. When the write runs again alone, it sees the row or fails for a real reason.
const BROKEN_INTEGRITY: ReadonlySet<string> = new Set(['23503', '23505']);

/** Error codes of lock and statement timeouts, and of states in which the server accepts no work. */
const NOT_IN_TIME: ReadonlySet<string> = new Set(['55P03', '57014', '57P01', '57P02', '57P03', '25P03', '53300']);

const NETWORK_ERRORS: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

// Pattern of errors that driver and knex throw without a code when the connection is lost; knex writes the statement in
// front of the text.
const LOST_CONNECTION_TEXT =
  /Connection terminated|connection error and is not queryable|Timeout acquiring a connection/;

const isConnectionLost = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'message' in error &&
  typeof error.message === 'string' &&
  LOST_CONNECTION_TEXT.test(error.message);

const isDiskFull = (error: unknown): boolean => errorCodeOf(error) === '53100';

/** Checks whether an error means that PostgreSQL can't be reached, doesn't answer in time, or can't write. */
export const isUnavailable = (error: unknown): boolean => {
  const code = errorCodeOf(error);
  if (code === null) return isConnectionLost(error);
  return (
    isDiskFull(error) ||
    code.startsWith('08') ||
    [WRITE_CONFLICT_CODES, NOT_IN_TIME, NETWORK_ERRORS].some((codes) => codes.has(code))
  );
};

/** Creates the dialect for PostgreSQL, to which other processes may also write, at the same time (ADR 55). */
export const createPostgresDialect = (database: PostgresConfig): DatabaseDialect => ({
  name: POSTGRES_CLIENT,
  writer: knexConfigOf(database, {
    max: database.writers,
    sessionSql: `set session characteristics as transaction isolation level serializable;
      set statement_timeout = ${database.statementTimeoutMs};
      set lock_timeout = ${database.lockTimeoutMs};
      set idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`,
  }),
  // Makes reading sessions refuse writes: a write outside of `write()` would leave no row in the change log.
  reader: knexConfigOf(database, {
    max: database.readers,
    sessionSql: `set session characteristics as transaction isolation level repeatable read, read only;
      set statement_timeout = ${database.statementTimeoutMs};
      set idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`,
  }),

  async lock(trx, isAlone) {
    // Locks the table before the transaction's snapshot begins, so that this write sees everything that was committed
    // while it waited. Both statements are sent in one message.
    const [, { rows }] = await trx.raw<[unknown, { rows: { tx: string }[] }]>(
      `lock table write_lock in ${isAlone ? 'exclusive' : 'row share'} mode; select pg_current_xact_id()::text as tx`,
    );
    return String(rows[0]?.tx);
  },

  async lockForMigration(trx) {
    // Uses `read committed`, because the statements after the lock must see what another process has migrated in the
    // meantime.
    await trx.raw(`set transaction isolation level read committed;
      set local statement_timeout = 0;
      set local lock_timeout = 0;
      set local idle_in_transaction_session_timeout = 0;
      select pg_advisory_xact_lock(${MIGRATION_LOCK_KEY})`);
    const unsuitability = await findUnsuitability(trx);
    if (unsuitability !== null) throw new StartRefusedError(`DATABASE_URL: ${describeUnsuitability(unsuitability)}`);
  },

  writeAtOnce: () => null,
  readAtOnce: null,
  isLockBusy: () => false,
  isConflict(error) {
    const code = errorCodeOf(error);
    return code !== null && (WRITE_CONFLICT_CODES.has(code) || BROKEN_INTEGRITY.has(code));
  },
  isUnavailable,
  isDiskFull,

  async checkBeforeCommit(trx) {
    const connection: PostgresConnection = await trx.client.acquireConnection();
    // Sends another statement and waits: its answer comes after the server's report of the state. The answer may be an
    // error, which means the same.
    if (!connection.readyForQuery) await trx.raw('select 1').catch(() => undefined);
    // Throws for a failed transaction, because PostgreSQL would answer COMMIT with a rollback and without an error.
    if (connection.getTransactionStatus() === 'E')
      throw new Error('The write has caught the error of a statement, so PostgreSQL can no longer commit it');
  },

  close: () => undefined,
});
