import { createHash, randomBytes } from 'node:crypto';
import { SignInDisplay, SignInIntent, ThirdParty } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import type { Connection, Database } from '../../../platform';
import { knexOf } from '../../../platform/database/knex-of';
import { createRepositories, identityWriteIn } from './identity-store';
import type { IdentityPorts, IdentityRows, IdentityTransaction } from './identity-store';

/** Time that a user has to sign in at the third party, in milliseconds of real time. */
export const SIGN_IN_ATTEMPT_LIFETIME_MS = 10 * 60_000;

/** Time within which a confirmed sign-in must be completed, in milliseconds of real time (contract §1). */
export const SIGN_IN_CODE_LIFETIME_MS = 60_000;

/**
 * Time within which a sign-in in the app's own window must be completed, in milliseconds of real time: the app loads
 * first, perhaps over a slow connection.
 */
export const SIGN_IN_PAGE_CODE_LIFETIME_MS = 5 * 60_000;

/** A person as a third party describes them. */
export const ForeignPerson = z.object({
  /** Id of the person at the third party, which never changes. */
  subject: z.string(),
  /** E-mail address in lower case; null for a person who hides it. */
  email: z.nullable(z.string()),
  /** Whether the third party guarantees that the e-mail address belongs to the person. */
  isEmailVerified: z.boolean(),
  name: z.nullable(z.string()),
  pictureUrl: z.nullable(z.string()),
});
export type ForeignPerson = z.infer<typeof ForeignPerson>;

/** A sign-in at a third party that is in progress. */
export interface SignInAttempt {
  readonly stateHash: string;
  readonly provider: ThirdParty;
  readonly intent: SignInIntent;
  /** Window in which the sign-in runs (popup or the app's own), which decides how its result gets back to the app. */
  readonly display: SignInDisplay;
  /** PKCE challenge from the browser. Only the browser that knows its verifier can complete the sign-in. */
  readonly challenge: string;
  readonly nonce: string;
  /** PKCE verifier that the gateway sends to the third party. */
  readonly verifier: string;
  readonly expiresAt: number;
}

/** A sign-in that the third party has confirmed. */
export interface ConfirmedAttempt extends SignInAttempt {
  readonly person: ForeignPerson;
}

/** Creates a random, URL-safe secret of 256 bits. */
export const createSignInSecret = (): string => randomBytes(32).toString('base64url');

/** Computes base64url(sha256(text)), used for stored hashes and for the PKCE challenge of a verifier. */
export const sha256Base64Url = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Repository of sign-ins in progress at third parties. All times are real times. */
interface SignInAttemptRepository {
  insert(signInAttempt: SignInAttempt): Promise<void>;
  /**
   * Marks the sign-in with this state as answered and returns it. Returns null for an unknown state and for a sign-in
   * that was answered before.
   */
  markAnswered(stateHash: string): Promise<SignInAttempt | null>;
  /**
   * Stores the person whom the third party has confirmed; from now on `findConfirmed` finds the sign-in by its code.
   */
  confirm(signInAttempt: ConfirmedAttempt, codeHash: string): Promise<void>;
  findConfirmed(codeHash: string): Promise<ConfirmedAttempt | null>;
  /** Removes a sign-in in progress. Returns false if it was removed before. */
  remove(stateHash: string): Promise<boolean>;
  removeExpired(realNow: number): Promise<void>;
}

interface SignInAttemptRow {
  readonly state_hash: string;
  readonly provider: string;
  readonly intent: string;
  readonly display: string;
  readonly challenge: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly is_answered: boolean | number;
  readonly code_hash: string | null;
  readonly person: unknown;
  readonly expires_at: number | string;
}

const attemptOf = (attemptRow: SignInAttemptRow): SignInAttempt => ({
  stateHash: attemptRow.state_hash,
  provider: ThirdParty.parse(attemptRow.provider),
  intent: SignInIntent.parse(attemptRow.intent),
  display: SignInDisplay.parse(attemptRow.display),
  challenge: attemptRow.challenge,
  nonce: attemptRow.nonce,
  verifier: attemptRow.verifier,
  expiresAt: Number(attemptRow.expires_at),
});

// Reads the column with the person: SQLite returns JSON as text, PostgreSQL as a parsed value.
const personOf = (personColumn: unknown): ForeignPerson =>
  ForeignPerson.parse(typeof personColumn === 'string' ? JSON.parse(personColumn) : personColumn);

/**
 * Creates the repository of sign-ins in progress. With the connection of a transaction, all its queries run in that
 * transaction.
 */
const createSignInAttemptRepository = (databaseConnection: Connection): SignInAttemptRepository => {
  const knex = knexOf(databaseConnection);
  const queryAttempts = () => knex<SignInAttemptRow>('sign_in_attempt');
  return {
    async insert({ stateHash, provider, intent, display, challenge, nonce, verifier, expiresAt }) {
      await queryAttempts().insert({
        state_hash: stateHash,
        provider,
        intent,
        display,
        challenge,
        nonce,
        verifier,
        is_answered: false,
        code_hash: null,
        person: null,
        expires_at: expiresAt,
      });
    },
    async markAnswered(stateHash) {
      const updatedCount = await queryAttempts()
        .where({ state_hash: stateHash, is_answered: false })
        .update({ is_answered: true });
      const attemptRow =
        updatedCount === 0 ? undefined : await queryAttempts().where({ state_hash: stateHash }).first();
      return attemptRow === undefined ? null : attemptOf(attemptRow);
    },
    async confirm({ stateHash, person, expiresAt }, codeHash) {
      await queryAttempts()
        .where({ state_hash: stateHash })
        .update({ code_hash: codeHash, person: JSON.stringify(person), expires_at: expiresAt });
    },
    async findConfirmed(codeHash) {
      const attemptRow = await queryAttempts().where({ code_hash: codeHash }).first();
      return attemptRow === undefined ? null : { ...attemptOf(attemptRow), person: personOf(attemptRow.person) };
    },
    remove: async (stateHash) => (await queryAttempts().where({ state_hash: stateHash }).delete()) > 0,
    async removeExpired(realNow) {
      await queryAttempts().where('expires_at', '<=', realNow).delete();
    },
  };
};

/** Repositories that sign-ins at third parties read. */
export interface ThirdPartyRows extends IdentityRows {
  readonly attempts: SignInAttemptRepository;
}

/** Repositories of a write transaction in the identity module, including the repository of sign-ins in progress. */
export type ThirdPartyWrite = IdentityTransaction & ThirdPartyRows;

/** Access of the services for third-party sign-in to the database. */
export interface ThirdPartyStore {
  read<T>(databaseWork: (thirdPartyRows: ThirdPartyRows) => Promise<T>): Promise<T>;
  write<T>(databaseWork: (thirdPartyRows: ThirdPartyWrite) => Promise<T>): Promise<T>;
}

/** Creates the store of third-party sign-ins on the gateway's database. */
export const createThirdPartyStore = (database: Database, identityPorts: IdentityPorts): ThirdPartyStore => ({
  read: (databaseWork) =>
    database.read((knex) =>
      databaseWork({ ...createRepositories(knex), attempts: createSignInAttemptRepository(knex) }),
    ),
  write: (databaseWork) =>
    database.write((tx) =>
      databaseWork({ ...identityWriteIn(tx, identityPorts), attempts: createSignInAttemptRepository(tx.knex) }),
    ),
});
