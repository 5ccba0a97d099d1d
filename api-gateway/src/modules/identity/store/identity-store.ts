import type { Connection, Database, WriteTransaction } from '../../../platform';
import type { EmailMessage, Outbox } from '../../mail';
import { createPasswordResetRepository, createVerificationRepository } from './credentials-repository';
import type { PasswordResetRepository, VerificationRepository } from './credentials-repository';
import { createMailReaderRepository } from './mail-reader-repository';
import type { MailReaderRepository } from './mail-reader-repository';
import type { OnPersonChanged, PersonChange } from './people-repository';
import { createSecretRepository, createSessionRepository, findCaller } from './session-repository';
import type { SecretRepository, SessionRepository, StoredCaller } from './session-repository';
import { createAvatarRepository, createUserRepository } from './user-repository';
import type { AvatarRepository, UserRepository } from './user-repository';

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
  readonly mailReaders: MailReaderRepository;
}

/** The same inside a write, which also records the ops of the owner's live topic and enqueues e-mails to them. */
export interface IdentityWrite extends IdentityRows {
  readonly record: WriteTransaction['record'];
  mail(message: EmailMessage): Promise<void>;
  /** Tells the other modules, as part of the write, what others see of a person from now on. */
  personChanged(change: PersonChange): Promise<void>;
}

/** Whom a write of this module hands things on to. */
export interface IdentityPorts {
  readonly outbox: Outbox;
  readonly onPersonChanged: OnPersonChanged;
}

/** The database as the services of this module see it. */
export interface IdentityStore {
  read<T>(work: (rows: IdentityRows) => Promise<T>): Promise<T>;
  write<T>(work: (rows: IdentityWrite) => Promise<T>): Promise<T>;
  /** A session with what its user may do; one statement needs no transaction. */
  readonly findCaller: FindCaller;
}

const rowsIn = (knex: Connection): IdentityRows => ({
  users: createUserRepository(knex),
  sessions: createSessionRepository(knex),
  secrets: createSecretRepository(knex),
  codes: createVerificationRepository(knex),
  resets: createPasswordResetRepository(knex),
  avatars: createAvatarRepository(knex),
  mailReaders: createMailReaderRepository(knex),
});

/** All that a write of this module works with. */
export const identityWriteIn = (tx: WriteTransaction, { outbox, onPersonChanged }: IdentityPorts): IdentityWrite => ({
  ...rowsIn(tx.knex),
  record: (topic, op) => tx.record(topic, op),
  mail: (message) => outbox.enqueue(tx, message),
  personChanged: (change) => onPersonChanged(tx, change),
});

interface IdentityStoreDeps extends IdentityPorts {
  readonly database: Database;
}

/** Identity's rows in the gateway's database. */
export const createIdentityStore = ({ database, ...ports }: IdentityStoreDeps): IdentityStore => ({
  read: (work) => database.read((knex) => work(rowsIn(knex))),
  write: (work) => database.write((tx) => work(identityWriteIn(tx, ports))),
  // Asked anew each time: whoever was logged out, verified or deleted is met as such by the next request.
  findCaller: (sessionId) => findCaller(database.knex, sessionId),
});
