import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import SqliteConnection from 'better-sqlite3';

/** Database of the sandbox. It is a file of its own, because the imitated services are not part of the product. */
export type SandboxDatabase = SqliteConnection.Database;

// Tables of the sandbox's database. A new release may add tables but must not change existing ones, so that a sandbox
// keeps its data after an update.
const TABLES_SQL = `
  create table if not exists mail (
    seq integer primary key autoincrement, id text not null unique, recipient text not null, sender text not null,
    subject text not null, text text not null, html text not null, sent_at integer not null
  );
  create index if not exists mail_by_recipient on mail (recipient, seq);
  create table if not exists mail_part (mail_id text primary key, headers text not null, attachments text not null);
  create table if not exists secret (name text primary key, value text not null);
  create table if not exists introduced (provider text not null, subject text not null, primary key (provider, subject));
  create table if not exists payment_object (id text primary key, kind text not null, owner text, value text not null, created_at integer not null);
  create index if not exists payment_object_by_owner on payment_object (kind, owner);
  create table if not exists payment_answer (provider text not null, key text not null, status integer not null, url text not null, value text not null, at integer not null, primary key (provider, key));
  create table if not exists handed_out (token text primary key, kind text not null, expires_at integer not null, value text not null);
`;

/** Opens the sandbox's database. Creates the file if it doesn't exist. */
export const openSandboxDatabase = (filePath: string): SandboxDatabase => {
  mkdirSync(dirname(filePath), { recursive: true });
  const database = new SqliteConnection(filePath);
  database.pragma('journal_mode = WAL');
  database.pragma('busy_timeout = 5000');
  database.exec(TABLES_SQL);
  return database;
};

interface ValueRow {
  readonly value: string;
}

/** Secret keys of the sandbox. Each is created once and survives restarts. */
export interface Secrets {
  /** Returns the secret with this name. If it doesn't exist, calls `createValue` and stores the result. */
  getOrCreate(name: string, createValue: () => Promise<string> | string): Promise<string>;
}

export const createSecrets = (database: SandboxDatabase): Secrets => {
  const findSecret = database.prepare<[string], ValueRow>('select value from secret where name = ?');
  const insertSecret = database.prepare('insert or ignore into secret (name, value) values (?, ?)');

  return {
    async getOrCreate(name, createValue) {
      const secretRow = findSecret.get(name);
      if (secretRow !== undefined) return secretRow.value;
      // Keeps the secret of this name that another call may have stored in the meantime; that one is returned then.
      insertSecret.run(name, await createValue());
      return findSecret.get(name)?.value ?? '';
    },
  };
};

/** Codes and access tokens of sign-ins that the sandbox has issued. Each expires. */
export interface IssuedTokens {
  /** Issues a token that expires after `lifetimeMs` milliseconds of real time. Returns the token. */
  issueToken(kind: 'code' | 'accessToken', value: object, lifetimeMs: number): string;
  /** Returns the value that was stored with a token; undefined for an unknown or expired token. */
  find(kind: 'code' | 'accessToken', token: string): unknown;
  /** Returns the value that was stored with a token and deletes the token, so that it works only once. */
  redeem(kind: 'code' | 'accessToken', token: string): unknown;
}

const tokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url');

export const createIssuedTokens = (database: SandboxDatabase, realNow: () => number): IssuedTokens => {
  const insertToken = database.prepare('insert into handed_out (token, kind, expires_at, value) values (?, ?, ?, ?)');
  const pruneTokens = database.prepare('delete from handed_out where expires_at <= ?');
  const find = database.prepare<[string, string, number], ValueRow>(
    'select value from handed_out where token = ? and kind = ? and expires_at > ?',
  );
  const removeToken = database.prepare<[string, string, number], ValueRow>(
    'delete from handed_out where token = ? and kind = ? and expires_at > ? returning value',
  );
  const parseRowValue = (row: ValueRow | undefined): unknown => (row === undefined ? undefined : JSON.parse(row.value));

  return {
    issueToken(kind, value, lifetimeMs) {
      const token = randomBytes(32).toString('base64url');
      pruneTokens.run(realNow());
      insertToken.run(tokenHash(token), kind, realNow() + lifetimeMs, JSON.stringify(value));
      return token;
    },
    find: (kind, token) => parseRowValue(find.get(tokenHash(token), kind, realNow())),
    redeem: (kind, token) => parseRowValue(removeToken.get(tokenHash(token), kind, realNow())),
  };
};
