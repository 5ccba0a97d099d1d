import type { Database, WriteTransaction } from '../../platform';
import { createSecretRepository } from './secret-repository';
import type { SecretRepository } from './secret-repository';
import { createSessionRepository } from './session-repository';
import type { SessionRepository } from './session-repository';
import type { StoredCaller } from './stored-user';
import { createUserRepository } from './user-repository';
import type { UserRepository } from './user-repository';

/** The rows of this module inside one transaction. */
export interface IdentityRows {
  readonly users: UserRepository;
  readonly sessions: SessionRepository;
  readonly secrets: SecretRepository;
}

/** The same inside a write, which also keeps what the owner's live topic has to tell. */
export interface IdentityWrite extends IdentityRows {
  readonly record: WriteTransaction['record'];
}

/** The database as the services of this module see it. */
export interface IdentityStore {
  read<T>(work: (rows: IdentityRows) => Promise<T>): Promise<T>;
  write<T>(work: (rows: IdentityWrite) => Promise<T>): Promise<T>;
  /** A session with what its user may do; one statement needs no transaction. */
  findCaller(sessionId: string): Promise<StoredCaller | null>;
}

const rowsIn = (knex: Database['knex']): IdentityRows => ({
  users: createUserRepository(knex),
  sessions: createSessionRepository(knex),
  secrets: createSecretRepository(knex),
});

/** Identity's rows in the gateway's database. */
export const createIdentityStore = (db: Database): IdentityStore => ({
  read: (work) => db.read((knex) => work(rowsIn(knex))),
  write: (work) => db.write((tx) => work({ ...rowsIn(tx.knex), record: (topic, op) => tx.record(topic, op) })),
  findCaller: (sessionId) => createSessionRepository(db.knex).findCaller(sessionId),
});
