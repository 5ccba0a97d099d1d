import { mayEarlierReleaseRun } from '../../../platform';
import type { Connection, Database, WriteTransaction } from '../../../platform';
import type { EmailMessage, Outbox } from '../../mail';
import { createPasswordResetRepository, createVerificationRepository } from './credentials-repository';
import type { PasswordResetRepository, VerificationRepository } from './credentials-repository';
import { createDeviceRepository } from './device-repository';
import type { DeviceRepository } from './device-repository';
import { createEmailUndoRepository } from './email-undo-repository';
import type { EmailUndoRepository } from './email-undo-repository';
import { createMailReaderRepository } from './mail-reader-repository';
import type { MailReaderRepository } from './mail-reader-repository';
import { createPasskeyRepository } from './passkey-repository';
import type { PasskeyRepository } from './passkey-repository';
import type { OnPersonChanged, PersonChange } from './people-repository';
import { createProviderLinkRepository } from './provider-link-repository';
import type { ProviderLinkRepository } from './provider-link-repository';
import { createSecondStepRepository } from './second-step-repository';
import type { SecondStepRepository } from './second-step-repository';
import { createSessionRepository, findCaller } from './session-repository';
import type { SessionRepository, StoredCaller } from './session-repository';
import { createAvatarRepository, createUserRepository } from './user-repository';
import type { AvatarRepository, UserRepository } from './user-repository';

/** Type of the function that finds a session with the rights of its user; null for an unknown session. */
export type FindCaller = (sessionId: string) => Promise<StoredCaller | null>;

/** Repositories of the identity module inside one transaction. */
export interface IdentityRows {
  readonly users: UserRepository;
  readonly sessions: SessionRepository;
  readonly devices: DeviceRepository;
  readonly codes: VerificationRepository;
  readonly resets: PasswordResetRepository;
  readonly emailUndos: EmailUndoRepository;
  readonly providerLinks: ProviderLinkRepository;
  readonly avatars: AvatarRepository;
  readonly mailReaders: MailReaderRepository;
  readonly passkeys: PasskeyRepository;
  readonly secondSteps: SecondStepRepository;
  /** Checks whether a gateway of the previous release may still use this database. */
  mayEarlierReleaseRun(realNow: number): Promise<boolean>;
}

/** Repositories in a write transaction, which also records changes of the user's live topic and enqueues e-mails. */
export interface IdentityTransaction extends IdentityRows {
  readonly record: WriteTransaction['record'];
  mail(emailMessage: EmailMessage): Promise<void>;
  /** Passes the new public state of a changed user to the other modules, inside the write transaction. */
  personChanged(personChange: PersonChange): Promise<void>;
}

/** Functions of other modules that the identity module calls in its transactions. */
export interface IdentityPorts {
  readonly outbox: Outbox;
  readonly onPersonChanged: OnPersonChanged;
}

/** Access of the identity module's services to the database. */
export interface IdentityStore {
  read<T>(databaseWork: (identityRows: IdentityRows) => Promise<T>): Promise<T>;
  write<T>(databaseWork: (identityRows: IdentityTransaction) => Promise<T>): Promise<T>;
  /**
   * Finds a session with the rights of its user; null for an unknown session. The query is one statement and needs no
   * transaction.
   */
  readonly findCaller: FindCaller;
}

/** Creates identity's repositories on a connection. */
export const createRepositories = (knex: Connection): IdentityRows => ({
  users: createUserRepository(knex),
  sessions: createSessionRepository(knex),
  devices: createDeviceRepository(knex),
  codes: createVerificationRepository(knex),
  resets: createPasswordResetRepository(knex),
  emailUndos: createEmailUndoRepository(knex),
  providerLinks: createProviderLinkRepository(knex),
  avatars: createAvatarRepository(knex),
  mailReaders: createMailReaderRepository(knex),
  passkeys: createPasskeyRepository(knex),
  secondSteps: createSecondStepRepository(knex),
  mayEarlierReleaseRun: (realNow) => mayEarlierReleaseRun(knex, realNow),
});

/** Wraps a write transaction with the repositories of the identity module. */
export const identityWriteIn = (
  tx: WriteTransaction,
  { outbox, onPersonChanged }: IdentityPorts,
): IdentityTransaction => ({
  ...createRepositories(tx.knex),
  record: (topicName, recordedOp) => tx.record(topicName, recordedOp),
  mail: (emailMessage) => outbox.enqueue(tx, emailMessage),
  personChanged: (personChange) => onPersonChanged(tx, personChange),
});

interface IdentityStoreDeps extends IdentityPorts {
  readonly database: Database;
}

/** Creates the store of the identity module on the gateway's database. */
export const createIdentityStore = ({ database, ...ports }: IdentityStoreDeps): IdentityStore => ({
  read: (databaseWork) => database.read((knex) => databaseWork(createRepositories(knex))),
  write: (work) => database.write((tx) => work(identityWriteIn(tx, ports))),
  // Reads the database for each request, so that a logout, a verification or a deletion takes effect at the next
  // request.
  findCaller: (sessionId) => findCaller(database.knex, sessionId),
});
