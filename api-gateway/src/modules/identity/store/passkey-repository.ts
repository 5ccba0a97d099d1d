import type { Connection } from '../../../platform';
import { fromJsonColumn } from '../../../platform';
import { knexOf } from '../../../platform/database/knex-of';

/** A passkey of a user. Times are those of the gateway's clock, which tests can move. */
export interface StoredPasskey {
  readonly key: string;
  readonly uid: string;
  /** Id of the credential at the authenticator, in base64url. */
  readonly credentialId: string;
  /** Public key of the passkey in the COSE format. */
  readonly publicKey: Uint8Array;
  /** Number of uses that the authenticator has reported. */
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
}

/** Purpose of a challenge: to create a passkey, to sign in, or to prove the identity of a signed-in user. */
export type PasskeyPurpose = 'create' | 'signIn' | 'prove';

/** A challenge that an authenticator has to sign. The database holds only a hash of it. */
export interface StoredChallenge {
  readonly challengeHash: string;
  readonly purpose: PasskeyPurpose;
  /** User who requested the challenge; null for a sign-in. */
  readonly uid: string | null;
  /** Real time at which the challenge expires. */
  readonly expiresAt: number;
}

/** Repository of passkeys, of their accounts' handles, and of open challenges. */
export interface PasskeyRepository {
  find(uid: string, key: string): Promise<StoredPasskey | null>;
  findByCredential(credentialId: string): Promise<StoredPasskey | null>;
  /** Lists the passkeys of a user, the oldest first. */
  listOf(uid: string): Promise<StoredPasskey[]>;
  insert(storedPasskey: StoredPasskey): Promise<void>;
  rename(key: string, name: string): Promise<void>;
  markUsed(key: string, use: { readonly counter: number; readonly usedAt: number }): Promise<void>;
  remove(key: string): Promise<void>;
  removeAllOf(uid: string): Promise<void>;
  /** Finds the random handle of an account for authenticators; null for a user who never had a passkey. */
  findHandle(uid: string): Promise<string | null>;
  insertHandle(uid: string, handle: string): Promise<void>;
  insertChallenge(storedChallenge: StoredChallenge): Promise<void>;
  /** Removes a challenge and returns it; null for an unknown challenge, and for one that was removed before. */
  takeChallenge(challengeHash: string): Promise<StoredChallenge | null>;
  removeExpiredChallenges(realNow: number): Promise<void>;
}

interface PasskeyRow {
  readonly key: string;
  readonly uid: string;
  readonly credential_id: string;
  readonly public_key: Uint8Array;
  readonly counter: number | string;
  readonly transports: string | string[];
  readonly name: string;
  readonly created_at: number | string;
  readonly last_used_at: number | string | null;
}

interface HandleRow {
  readonly uid: string;
  readonly handle: string;
}

interface ChallengeRow {
  readonly challenge_hash: string;
  readonly purpose: PasskeyPurpose;
  readonly uid: string | null;
  readonly expires_at: number | string;
}

const passkeyOf = (passkeyRow: PasskeyRow): StoredPasskey => ({
  key: passkeyRow.key,
  uid: passkeyRow.uid,
  credentialId: passkeyRow.credential_id,
  publicKey: passkeyRow.public_key,
  counter: Number(passkeyRow.counter),
  transports: fromJsonColumn<string[]>(passkeyRow.transports),
  name: passkeyRow.name,
  createdAt: Number(passkeyRow.created_at),
  lastUsedAt: passkeyRow.last_used_at === null ? null : Number(passkeyRow.last_used_at),
});

const createChallengeRepository = (
  databaseConnection: Connection,
): Pick<PasskeyRepository, 'insertChallenge' | 'takeChallenge' | 'removeExpiredChallenges'> => {
  const queryChallenges = () => knexOf(databaseConnection)<ChallengeRow>('passkey_challenge');
  return {
    async insertChallenge({ challengeHash, purpose, uid, expiresAt }) {
      await queryChallenges().insert({ challenge_hash: challengeHash, purpose, uid, expires_at: expiresAt });
    },
    async takeChallenge(challengeHash) {
      const challengeRow = await queryChallenges().where({ challenge_hash: challengeHash }).first();
      const removedCount = await queryChallenges().where({ challenge_hash: challengeHash }).delete();
      if (challengeRow === undefined || removedCount === 0) return null;
      const { purpose, uid, expires_at } = challengeRow;
      return { challengeHash, purpose, uid, expiresAt: Number(expires_at) };
    },
    async removeExpiredChallenges(realNow) {
      await queryChallenges().where('expires_at', '<=', realNow).delete();
    },
  };
};

/**
 * Creates the repository of passkeys. With the connection of a transaction, all its queries run in that transaction.
 */
export const createPasskeyRepository = (databaseConnection: Connection): PasskeyRepository => {
  const knex = knexOf(databaseConnection);
  const queryPasskeys = () => knex<PasskeyRow>('passkey');
  const queryHandles = () => knex<HandleRow>('passkey_account');
  const findPasskey = async (columnConditions: Partial<PasskeyRow>): Promise<StoredPasskey | null> => {
    const passkeyRow = await queryPasskeys().where(columnConditions).first();
    return passkeyRow === undefined ? null : passkeyOf(passkeyRow);
  };
  return {
    ...createChallengeRepository(databaseConnection),
    find: (uid, key) => findPasskey({ uid, key }),
    findByCredential: (credentialId) => findPasskey({ credential_id: credentialId }),
    async listOf(uid) {
      return (await queryPasskeys().where({ uid }).orderBy('created_at').orderBy('key')).map(passkeyOf);
    },
    async insert(storedPasskey) {
      await queryPasskeys().insert({
        key: storedPasskey.key,
        uid: storedPasskey.uid,
        credential_id: storedPasskey.credentialId,
        public_key: Buffer.from(storedPasskey.publicKey),
        counter: storedPasskey.counter,
        transports: JSON.stringify(storedPasskey.transports),
        name: storedPasskey.name,
        created_at: storedPasskey.createdAt,
        last_used_at: storedPasskey.lastUsedAt,
      });
    },
    async rename(key, name) {
      await queryPasskeys().where({ key }).update({ name });
    },
    async markUsed(key, { counter, usedAt }) {
      await queryPasskeys().where({ key }).update({ counter, last_used_at: usedAt });
    },
    async remove(key) {
      await queryPasskeys().where({ key }).delete();
    },
    async removeAllOf(uid) {
      await queryPasskeys().where({ uid }).delete();
    },
    findHandle: async (uid) => (await queryHandles().where({ uid }).first('handle'))?.handle ?? null,
    async insertHandle(uid, handle) {
      await queryHandles().insert({ uid, handle });
    },
  };
};
