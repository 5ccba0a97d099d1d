import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import SqliteConnection from 'better-sqlite3';

/** What the sandbox remembers; a file of its own, because it is the world outside and no part of the product. */
export type SandboxState = SqliteConnection.Database;

// Added to, never changed: a sandbox of last week goes on with what it has.
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

/** Opens the sandbox's file; makes it where there is none. */
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

/** Secrets of the sandbox: made once, the same after a restart. */
export interface Secrets {
  /** The secret of that name; made where there is none yet. */
  getOrCreate(name: string, make: () => Promise<string> | string): Promise<string>;
}

/** Secrets in the sandbox's file. */
export const createSecrets = (state: SandboxState): Secrets => {
  const find = state.prepare<[string], Row>('select value from secret where name = ?');
  const insert = state.prepare('insert or ignore into secret (name, value) values (?, ?)');

  return {
    async getOrCreate(name, make) {
      const found = find.get(name);
      if (found !== undefined) return found.value;
      // Whoever was faster has made the one that counts.
      insert.run(name, await make());
      return find.get(name)?.value ?? '';
    },
  };
};

/** Codes and tokens that the sign-in pages have issued, each for a while. */
export interface IssuedTokens {
  /** Issues a new one for that many real milliseconds. */
  issue(kind: 'code' | 'accessToken', value: object, lifeMs: number): string;
  /** What it stands for; undefined where it is unknown or over. */
  find(kind: 'code' | 'accessToken', token: string): unknown;
  /** The same, and deletes it: it works once. */
  redeem(kind: 'code' | 'accessToken', token: string): unknown;
}

const fingerprint = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** Issued tokens in the sandbox's file. */
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
