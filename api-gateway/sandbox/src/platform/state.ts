import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import SqliteConnection from 'better-sqlite3';

/** Database of the sandbox. It is a file of its own, because the imitated services are not part of the product. */
export type SandboxState = SqliteConnection.Database;

// A new release may add tables but must not change existing ones, so that a sandbox keeps its data after an update.
const TABLES = `
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
export const openState = (file: string): SandboxState => {
  mkdirSync(dirname(file), { recursive: true });
  const state = new SqliteConnection(file);
  state.pragma('journal_mode = WAL');
  state.pragma('busy_timeout = 5000');
  state.exec(TABLES);
  return state;
};

interface Row {
  readonly value: string;
}

/** Secret keys of the sandbox. Each is created once and survives restarts. */
export interface Secrets {
  /** Returns the secret with this name. Calls `make` and stores the result if it doesn't exist. */
  getOrCreate(name: string, make: () => Promise<string> | string): Promise<string>;
}

/** Creates the store of secrets in a database. */
export const createSecrets = (state: SandboxState): Secrets => {
  const find = state.prepare<[string], Row>('select value from secret where name = ?');
  const insert = state.prepare('insert or ignore into secret (name, value) values (?, ?)');

  return {
    async getOrCreate(name, make) {
      const row = find.get(name);
      if (row !== undefined) return row.value;
      // A concurrent call may have stored a secret meanwhile; then the stored one is returned.
      insert.run(name, await make());
      return find.get(name)?.value ?? '';
    },
  };
};

/** Codes and tokens that the sandbox has issued. Each expires. */
export interface IssuedTokens {
  /** Issues a token that expires after `lifeMs` milliseconds of real time. Returns the token. */
  issue(kind: 'code' | 'accessToken', value: object, lifeMs: number): string;
  /** Returns the value of a token; undefined for an unknown or expired token. */
  find(kind: 'code' | 'accessToken', token: string): unknown;
  /** Returns the value of a token and deletes the token, so that it works only once. */
  redeem(kind: 'code' | 'accessToken', token: string): unknown;
}

const fingerprint = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** Creates the store of issued tokens in a database. */
export const createIssuedTokens = (state: SandboxState, realNow: () => number): IssuedTokens => {
  const insert = state.prepare('insert into handed_out (token, kind, expires_at, value) values (?, ?, ?, ?)');
  const prune = state.prepare('delete from handed_out where expires_at <= ?');
  const find = state.prepare<[string, string, number], Row>(
    'select value from handed_out where token = ? and kind = ? and expires_at > ?',
  );
  const remove = state.prepare<[string, string, number], Row>(
    'delete from handed_out where token = ? and kind = ? and expires_at > ? returning value',
  );
  const valueOf = (row: Row | undefined): unknown => (row === undefined ? undefined : JSON.parse(row.value));

  return {
    issue(kind, value, lifeMs) {
      const token = randomBytes(32).toString('base64url');
      prune.run(realNow());
      insert.run(fingerprint(token), kind, realNow() + lifeMs, JSON.stringify(value));
      return token;
    },
    find: (kind, token) => valueOf(find.get(fingerprint(token), kind, realNow())),
    redeem: (kind, token) => valueOf(remove.get(fingerprint(token), kind, realNow())),
  };
};
