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
  create table if not exists secret (name text primary key, value text not null);
  create table if not exists introduced (provider text not null, subject text not null, primary key (provider, subject));
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
