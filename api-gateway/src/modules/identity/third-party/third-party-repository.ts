import { SignInIntent, ThirdParty } from '@mahlzeit/contract';
import type { Knex } from 'knex';
import { ForeignPerson } from './sign-in-attempt';
import type { ConfirmedAttempt, SignInAttempt } from './sign-in-attempt';

/** Sign-ins under way, and who belongs to whom. All times are real ones. */
export interface ThirdPartyRepository {
  insert(attempt: SignInAttempt): Promise<void>;
  /** The sign-in of that state, whose answer has come now; null where there is none or it was answered before. */
  answer(stateHash: string): Promise<SignInAttempt | null>;
  /** From now on the code stands for it. */
  confirm(attempt: ConfirmedAttempt, codeHash: string): Promise<void>;
  findConfirmed(codeHash: string): Promise<ConfirmedAttempt | null>;
  /** Ends it; false where it was over. */
  remove(stateHash: string): Promise<boolean>;
  removeExpired(realNow: number): Promise<void>;
  findUid(provider: ThirdParty, subject: string): Promise<string | null>;
  /** The user's key there; null for who has a password. */
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

// SQLite hands JSON out as text, PostgreSQL as what it says.
const personOf = (column: unknown): ForeignPerson => ForeignPerson.parse(typeof column === 'string' ? JSON.parse(column) : column);

const createAttemptRows = (knex: Knex): Omit<ThirdPartyRepository, 'findUid' | 'findSubject' | 'link'> => {
  const attempts = () => knex<AttemptRow>('sign_in_attempt');
  return {
    async insert({ stateHash, provider, intent, challenge, nonce, verifier, expiresAt }) {
      await attempts().insert({ state_hash: stateHash, provider, intent, challenge, nonce, verifier, is_answered: false, code_hash: null, person: null, expires_at: expiresAt });
    },
    async answer(stateHash) {
      const answered = await attempts().where({ state_hash: stateHash, is_answered: false }).update({ is_answered: true });
      const row = answered === 0 ? undefined : await attempts().where({ state_hash: stateHash }).first();
      return row === undefined ? null : attemptOf(row);
    },
    async confirm({ stateHash, person, expiresAt }, codeHash) {
      await attempts().where({ state_hash: stateHash }).update({ code_hash: codeHash, person: JSON.stringify(person), expires_at: expiresAt });
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

/** Third parties in the database. */
export const createThirdPartyRepository = (knex: Knex): ThirdPartyRepository => {
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
