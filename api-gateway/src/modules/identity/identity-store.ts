import type { Database, WriteTransaction } from '../../platform';
import type { EmailMessage, Outbox } from '../mail';
import { createAvatarRepository } from './avatar/avatar-repository';
import type { AvatarRepository } from './avatar/avatar-repository';
import { createPasswordResetRepository } from './credentials/password-reset-repository';
import type { PasswordResetRepository } from './credentials/password-reset-repository';
import { cacheCallers } from './remembered-callers';
import { createSecretRepository } from './secret-repository';
import type { SecretRepository } from './secret-repository';
import { createSessionRepository } from './session-repository';
import type { SessionRepository, StoredCaller } from './session-repository';
import { createUserRepository } from './user-repository';
import type { UserRepository } from './user-repository';
import { createVerificationRepository } from './verification/verification-repository';
import type { VerificationRepository } from './verification/verification-repository';

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
  findCaller(sessionId: string): Promise<StoredCaller | null>;
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

/** Identity's rows in the gateway's database. */
export const createIdentityStore = (db: Database, outbox: Outbox): IdentityStore => ({
  read: (work) => db.read((knex) => work(rowsIn(knex))),
  write: (work) => db.write((tx) => work(identityWriteIn(tx, outbox))),
  findCaller: cacheCallers((sessionId) => createSessionRepository(db.knex).findCaller(sessionId), () => db.dataVersion()),
});
