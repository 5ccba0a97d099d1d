import { resolve } from 'node:path';
import * as z from 'zod/mini';

type EnvironmentVariables = Readonly<Record<string, string>>;

/**
 * Configuration of a SQLite database: its file and its driver. `better-sqlite3` runs statements on the gateway's own
 * thread, `sqlite3` on threads of libuv.
 */
export interface SqliteConfig {
  readonly driver: 'better-sqlite3' | 'sqlite3';
  readonly file: string;
}

/** Configuration of a PostgreSQL database: its URL, and the limits of this process's connections. */
export interface PostgresConfig {
  readonly driver: 'pg';
  /** URL of the database with the credentials; its parameters choose TLS (`sslmode`, `sslrootcert`). */
  readonly url: string;
  /** Maximum number of connections that read. */
  readonly readers: number;
  /** Maximum number of connections that write, which limits the writes at the same time. */
  readonly writers: number;
  /** Milliseconds after which PostgreSQL ends a statement. */
  readonly statementTimeoutMs: number;
  /** Milliseconds after which PostgreSQL ends a statement that waits for a lock. */
  readonly lockTimeoutMs: number;
}

export type DatabaseConfig = SqliteConfig | PostgresConfig;

/** Default limits of the connections to PostgreSQL, where the environment sets none. */
export const POSTGRES_DEFAULTS = { readers: 8, writers: 4, statementTimeoutMs: 30_000, lockTimeoutMs: 5_000 } as const;

const connectionCountSchema = z.pipe(
  z.string().check(z.regex(/^[1-9]\d?$/, { error: 'must be a number of connections from 1 to 99' })),
  z.transform(Number),
);

const timeoutSchema = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{2,5}$/, { error: 'must be milliseconds from 100 to 999999' })),
  z.transform(Number),
);

const isPostgresUrl = (text: string): boolean => /^postgres(ql)?:\/\//.test(text);

/**
 * Checks whether a URL contains the name of a PostgreSQL database. Without a name it would lead to the database of the
 * user's name.
 */
export const namesPostgresDatabase = (text: string): boolean =>
  isPostgresUrl(text) && URL.canParse(text) && new URL(text).pathname.length > 1;

/** Schema of the environment variable DATABASE_URL. */
const databaseUrlSchema = z.string().check(
  z.refine((text) => /^sqlite3?:.+/.test(text) || namesPostgresDatabase(text), {
    error: 'must be sqlite:FILE, sqlite3:FILE or postgres://USER:PASSWORD@HOST/DATABASE',
  }),
);

/** Environment variables of the database, as part of the schema of all variables. */
export const databaseVariables = {
  DATABASE_URL: z.optional(databaseUrlSchema),
  DATABASE_READERS: z.optional(connectionCountSchema),
  DATABASE_WRITERS: z.optional(connectionCountSchema),
  DATABASE_STATEMENT_TIMEOUT_MS: z.optional(timeoutSchema),
  DATABASE_LOCK_TIMEOUT_MS: z.optional(timeoutSchema),
};

type DatabaseVariables = {
  readonly [VariableName in keyof typeof databaseVariables]?: z.output<(typeof databaseVariables)[VariableName]>;
};

/** Returns one line for each limit of PostgreSQL that is set although another engine is used. */
export const findDatabaseMistakes = (environmentVariables: EnvironmentVariables): string[] =>
  isPostgresUrl(environmentVariables.DATABASE_URL ?? '')
    ? []
    : Object.keys(databaseVariables)
        .filter((variableName) => variableName !== 'DATABASE_URL' && variableName in environmentVariables)
        .map((variableName) => `${variableName}: must be set together with DATABASE_URL=postgres://…`);

/** Returns the configuration of the database that the parsed variables name: by default the file `defaultFile`. */
export const databaseConfigOf = (variables: DatabaseVariables, defaultFile: string): DatabaseConfig => {
  const { DATABASE_URL: url } = variables;
  if (url === undefined) return { driver: 'better-sqlite3', file: defaultFile };
  if (!isPostgresUrl(url))
    return {
      driver: url.startsWith('sqlite3:') ? 'sqlite3' : 'better-sqlite3',
      file: resolve(url.slice(url.indexOf(':') + 1)),
    };
  return {
    driver: 'pg',
    url,
    readers: variables.DATABASE_READERS ?? POSTGRES_DEFAULTS.readers,
    writers: variables.DATABASE_WRITERS ?? POSTGRES_DEFAULTS.writers,
    statementTimeoutMs: variables.DATABASE_STATEMENT_TIMEOUT_MS ?? POSTGRES_DEFAULTS.statementTimeoutMs,
    lockTimeoutMs: variables.DATABASE_LOCK_TIMEOUT_MS ?? POSTGRES_DEFAULTS.lockTimeoutMs,
  };
};

/** Returns the URL of a PostgreSQL database without credentials and parameters. */
export const postgresNameOf = (databaseUrl: string): string => {
  const { protocol, host, pathname } = new URL(databaseUrl);
  return `${protocol}//${host}${pathname}`;
};

/** Returns the name of a database for messages to the operator: its file, or its URL without credentials. */
export const databaseNameOf = (database: DatabaseConfig): string =>
  database.driver === 'pg' ? postgresNameOf(database.url) : database.file;
