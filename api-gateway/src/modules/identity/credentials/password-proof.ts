import { err, ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import type { RouteError } from '../../../platform';
import type { IdentityStore } from '../identity-store';
import type { LoginAttempts } from '../login-attempts';
import type { PasswordHasher } from '../password-hasher';
import type { StoredUser } from '../stored-user';

export interface PasswordProofDeps {
  readonly store: IdentityStore;
  readonly hasher: PasswordHasher;
  /** Shared with the login: whoever guesses here is slowed there, too. */
  readonly attempts: LoginAttempts;
}

/** Who proves their identity, and from where. */
export interface Claimant {
  readonly uid: string;
  readonly address: string;
}

/** Proves by the password that a session is in its owner's hands. */
export type ProvePassword = (claimant: Claimant, password: string) => Promise<Result<StoredUser, 'unauthenticated' | 'thirdPartyAccount' | 'ErrorPasswordIncorrect' | RouteError>>;

/** Proofs by password. */
export const createPasswordProof = ({ store, hasher, attempts }: PasswordProofDeps): ProvePassword => async ({ uid, address }, password) => {
  const user = await store.read((rows) => rows.users.find(uid));
  if (user === null) return err('unauthenticated');
  // S1§6: who signs in through a third party has no password here.
  const { passwordHash, email } = user;
  if (passwordHash === null || email === null) return err('thirdPartyAccount');
  return attempts.guard({ email, address }, async () => ((await hasher.verify(password, passwordHash)) ? ok(user) : err('ErrorPasswordIncorrect')));
};
