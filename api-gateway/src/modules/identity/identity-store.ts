import type { Database, WriteTransaction } from '../../platform';
import type { EmailMessage, Outbox } from '../mail';
import { createPasswordResetRepository, createVerificationRepository } from './credentials/credentials-repository';
import type { PasswordResetRepository, VerificationRepository } from './credentials/credentials-repository';
import { createSecretRepository, createSessionRepository } from './session/session-repository';
import type { SecretRepository, SessionRepository, StoredCaller } from './session/session-repository';
import { createAvatarRepository, createUserRepository } from './user/user-repository';
import type { AvatarRepository, UserRepository } from './user/user-repository';

/** Looks a session up with what its user may do. */
export type FindCaller = (sessionId: string) => Promise<StoredCaller | null>;

/** The rows of this module inside one transaction. */
export interface IdentityRows {
  readonly users: UserRepository;
  readonly sessions: SessionRepository;
  readonly secrets: SecretRepository;
  readonly codes: VerificationRepository;
  readonly resets: PasswordResetRepository;
  readonly avatars: AvatarRepository;
}

/** The same inside a write, which also records the ops of the owner's live topic and enqueues e-mails to them. */
export interface IdentityWrite extends IdentityRows {
  readonly record: WriteTransaction['record'];
  mail(message: EmailMessage): Promise<void>;
}

/** The database as the services of this module see it. */
export interface IdentityStore {
  read<T>(work: (rows: IdentityRows) => Promise<T>): Promise<T>;
  write<T>(work: (rows: IdentityWrite) => Promise<T>): Promise<T>;
  /** A session with what its user may do; one statement needs no transaction. */
  readonly findCaller: FindCaller;
}

const rowsIn = (knex: Database['knex']): IdentityRows => ({
  users: createUserRepository(knex),
  sessions: createSessionRepository(knex),
  secrets: createSecretRepository(knex),
  codes: createVerificationRepository(knex),
  resets: createPasswordResetRepository(knex),
  avatars: createAvatarRepository(knex),
});

/** All that a write of this module works with. */
export const identityWriteIn = (tx: WriteTransaction, outbox: Outbox): IdentityWrite => ({
  ...rowsIn(tx.knex),
  record: (topic, op) => tx.record(topic, op),
  mail: (message) => outbox.enqueue(tx, message),
});

/** Some hundred bytes each. */
export const MAX_CACHED_CALLERS = 10_000;

/**
 * Remembers who calls as long as nothing at all was written to the database, by this gateway or another: whoever was
 * logged out, verified or deleted is met as such by the next request, and a page that only reads is looked up once.
 */
export const cacheCallers = (find: FindCaller, dataVersion: () => number | null): FindCaller => {
  const known = new Map<string, StoredCaller>();
  let knownOf: number | null = null;

  const remember = (sessionId: string, caller: StoredCaller): void => {
    const [oldest] = known.keys();
    if (known.size >= MAX_CACHED_CALLERS && oldest !== undefined) known.delete(oldest);
    known.set(sessionId, caller);
  };

  return async (sessionId) => {
    // Asked before the row is read: a commit in between shows in the next number.
    const current = dataVersion();
    if (current === null) return find(sessionId);
    if (current !== knownOf) known.clear();
    knownOf = current;
    const held = known.get(sessionId);
    if (held !== undefined) return held;
    const caller = await find(sessionId);
    // Meanwhile somebody else may have seen a later number, and this be what stood before.
    if (caller !== null && knownOf === current) remember(sessionId, caller);
    return caller;
  };
};

/** Identity's rows in the gateway's database. */
export const createIdentityStore = (db: Database, outbox: Outbox): IdentityStore => ({
  read: (work) => db.read((knex) => work(rowsIn(knex))),
  write: (work) => db.write((tx) => work(identityWriteIn(tx, outbox))),
  findCaller: cacheCallers((sessionId) => createSessionRepository(db.knex).findCaller(sessionId), () => db.dataVersion()),
});
