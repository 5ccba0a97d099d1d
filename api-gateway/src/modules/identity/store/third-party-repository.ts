import { createHash, randomBytes } from 'node:crypto';
import { SignInIntent, ThirdParty } from '@mahlzeit/contract';
import type { Knex } from 'knex';
import * as z from 'zod/mini';
import type { Connection, Database } from '../../../platform';
import { knexOf } from '../../../platform/database/knex-of';
import { identityWriteIn } from './identity-store';
import type { IdentityPorts, IdentityTransaction } from './identity-store';
import { createUserRepository } from './user-repository';

/** Time that a user has to sign in at the third party, in real milliseconds. */
export const ATTEMPT_LIFE_MS = 10 * 60_000;

/** Time within which a confirmed sign-in must be completed, in real milliseconds (contract §1). */
export const CODE_LIFE_MS = 60_000;

/** A person as a third party describes them. */
export const ForeignPerson = z.object({
  /** Key of the person at the provider, which never changes. */
  subject: z.string(),
  /** E-mail address in lower case; null for a person who hides it. */
  email: z.nullable(z.string()),
  /** Whether the provider guarantees that the e-mail address belongs to the person. */
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
  /** PKCE challenge from the browser. Only the browser that knows its verifier can complete the sign-in. */
  readonly challenge: string;
  readonly nonce: string;
  /** PKCE verifier that the gateway sends to the provider. */
  readonly verifier: string;
  readonly expiresAt: number;
}

/** A sign-in that the provider has confirmed. */
export interface ConfirmedAttempt extends SignInAttempt {
  readonly person: ForeignPerson;
}

/** Draws a URL-safe secret of 256 bits. */
export const newSignInSecret = (): string => randomBytes(32).toString('base64url');

/** Computes base64url(sha256(text)), used for stored hashes and for the PKCE challenge of a verifier. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Sign-ins in progress, and the third-party identities of users. All times are real times. */
interface ThirdPartyRepository {
  insert(attempt: SignInAttempt): Promise<void>;
  /**
   * Marks the sign-in with this state as answered and returns it. Returns null for an unknown state and for a sign-in
   * that was answered before.
   */
  markAnswered(stateHash: string): Promise<SignInAttempt | null>;
  /** Stores the person whom the provider has confirmed; from now on `findConfirmed` finds the sign-in by its code. */
  confirm(attempt: ConfirmedAttempt, codeHash: string): Promise<void>;
  findConfirmed(codeHash: string): Promise<ConfirmedAttempt | null>;
  /** Removes a sign-in. Returns false if it was removed before. */
  remove(stateHash: string): Promise<boolean>;
  removeExpired(realNow: number): Promise<void>;
  findUid(provider: ThirdParty, subject: string): Promise<string | null>;
  /** Finds the key of a user at their provider; null for a user with a password. */
  findSubject(uid: string): Promise<string | null>;
  link(uid: string, provider: ThirdParty, subject: string): Promise<void>;
}

interface AttemptRow {
  readonly state_hash: string;
  readonly provider: string;
  readonly intent: string;
  readonly challenge: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly is_answered: boolean | number;
  readonly code_hash: string | null;
  readonly person: unknown;
  readonly expires_at: number | string;
}

interface IdentityRow {
  readonly provider: string;
  readonly subject: string;
  readonly uid: string;
}

const attemptOf = (row: AttemptRow): SignInAttempt => ({
  stateHash: row.state_hash,
  provider: ThirdParty.parse(row.provider),
  intent: SignInIntent.parse(row.intent),
  challenge: row.challenge,
  nonce: row.nonce,
  verifier: row.verifier,
  expiresAt: Number(row.expires_at),
});

// SQLite returns JSON as text, PostgreSQL as a parsed value.
const personOf = (column: unknown): ForeignPerson =>
  ForeignPerson.parse(typeof column === 'string' ? JSON.parse(column) : column);

const createAttemptRows = (knex: Knex): Omit<ThirdPartyRepository, 'findUid' | 'findSubject' | 'link'> => {
  const attempts = () => knex<AttemptRow>('sign_in_attempt');
  return {
    async insert({ stateHash, provider, intent, challenge, nonce, verifier, expiresAt }) {
      await attempts().insert({
        state_hash: stateHash,
        provider,
        intent,
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
      const updatedCount = await attempts()
        .where({ state_hash: stateHash, is_answered: false })
        .update({ is_answered: true });
      const row = updatedCount === 0 ? undefined : await attempts().where({ state_hash: stateHash }).first();
      return row === undefined ? null : attemptOf(row);
    },
    async confirm({ stateHash, person, expiresAt }, codeHash) {
      await attempts()
        .where({ state_hash: stateHash })
        .update({ code_hash: codeHash, person: JSON.stringify(person), expires_at: expiresAt });
    },
    async findConfirmed(codeHash) {
      const row = await attempts().where({ code_hash: codeHash }).first();
      return row === undefined ? null : { ...attemptOf(row), person: personOf(row.person) };
    },
    remove: async (stateHash) => (await attempts().where({ state_hash: stateHash }).delete()) > 0,
    async removeExpired(realNow) {
      await attempts().where('expires_at', '<=', realNow).delete();
    },
  };
};

/** Creates the repository of third-party sign-ins. */
export const createThirdPartyRepository = (connection: Connection): ThirdPartyRepository => {
  const knex = knexOf(connection);
  const identities = () => knex<IdentityRow>('third_party_identity');
  return {
    ...createAttemptRows(knex),
    findUid: async (provider, subject) => (await identities().where({ provider, subject }).first('uid'))?.uid ?? null,
    findSubject: async (uid) => (await identities().where({ uid }).first('subject'))?.subject ?? null,
    async link(uid, provider, subject) {
      await identities().insert({ uid, provider, subject });
    },
  };
};

/** Repositories that third-party sign-ins read. */
export interface ThirdPartyRows extends Pick<IdentityTransaction, 'users'> {
  readonly thirdParties: ThirdPartyRepository;
}

/** A write of this module with the repository of third parties. */
export type ThirdPartyWrite = IdentityTransaction & ThirdPartyRows;

/** Access of third-party sign-ins to the database. */
export interface ThirdPartyStore {
  read<T>(work: (rows: ThirdPartyRows) => Promise<T>): Promise<T>;
  write<T>(work: (rows: ThirdPartyWrite) => Promise<T>): Promise<T>;
}

/** Creates the store of third-party sign-ins on the gateway's database. */
export const createThirdPartyStore = (database: Database, ports: IdentityPorts): ThirdPartyStore => ({
  read: (work) =>
    database.read((knex) =>
      work({ thirdParties: createThirdPartyRepository(knex), users: createUserRepository(knex) }),
    ),
  write: (work) =>
    database.write((tx) => work({ ...identityWriteIn(tx, ports), thirdParties: createThirdPartyRepository(tx.knex) })),
});
