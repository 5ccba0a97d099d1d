import { err, ok } from '@mahlzeit/contract';
import type { PasskeyAssertion, Result } from '@mahlzeit/contract';
import type { Clock } from '../../../platform';
import type { IdentityStore, IdentityTransaction, StoredPasskey, StoredUser } from '../store';
import type { ChallengeUse, PasskeyChallenges } from './passkey-challenges';
import type { RelyingParty } from './relying-party';

/** Errors of a used passkey: its signature isn't genuine, or it was removed from the account. */
export type PasskeyError = 'passkeyInvalid' | 'passkeyUnknown';

/** A use of a passkey whose signature is verified. It takes effect when its challenge is used up. */
export interface VerifiedUse {
  readonly user: StoredUser;
  readonly credentialId: string;
  readonly challenge: string;
  readonly challengeUse: ChallengeUse;
  /** Number of uses that the authenticator has reported with this signature. */
  readonly counter: number;
}

/**
 * Checks of used passkeys: the signature is verified before the transaction, everything that can change is checked
 * inside of it.
 */
export interface PasskeyUses {
  verify(credential: PasskeyAssertion, challengeUse: ChallengeUse): Promise<Result<VerifiedUse, PasskeyError>>;
  /** Uses up the challenge of a verified passkey and stores the counter. Returns the user as stored now. */
  take(identityRows: IdentityTransaction, verifiedUse: VerifiedUse): Promise<Result<StoredUser, PasskeyError>>;
}

export interface PasskeyUsesDeps {
  readonly store: IdentityStore;
  readonly relyingParty: RelyingParty;
  readonly challenges: PasskeyChallenges;
  readonly clock: Clock;
}

/**
 * Checks for a copied authenticator: one that counts its uses never reports the same number twice; one that doesn't
 * count always reports 0.
 */
const isCounterStale = (counter: number, { counter: storedCounter }: StoredPasskey): boolean =>
  (counter > 0 || storedCounter > 0) && counter <= storedCounter;

/** Creates the functions that check used passkeys. */
export const createPasskeyUses = ({ store, relyingParty, challenges, clock }: PasskeyUsesDeps): PasskeyUses => {
  const findOwner = (credentialId: string) =>
    store.read(async ({ users, passkeys }) => {
      const passkey = await passkeys.findByCredential(credentialId);
      if (passkey === null) return null;
      const user = await users.find(passkey.uid);
      return user === null ? null : { passkey, user, handle: await passkeys.findHandle(user.uid) };
    });

  return {
    async verify(credential, challengeUse) {
      const challenge = relyingParty.challengeIn(credential);
      if (challenge === null) return err('passkeyInvalid');
      const owner = await findOwner(credential.id);
      if (owner === null || (challengeUse.uid !== null && owner.user.uid !== challengeUse.uid))
        return err('passkeyUnknown');
      const { userHandle } = credential.response;
      if (userHandle !== undefined && userHandle !== owner.handle) return err('passkeyInvalid');
      const counter = await relyingParty.verifyUse(credential, challenge, owner.passkey);
      return counter === null
        ? err('passkeyInvalid')
        : ok({ user: owner.user, credentialId: credential.id, challenge, challengeUse, counter });
    },

    async take(identityRows, { credentialId, challenge, challengeUse, counter }) {
      if (!(await challenges.take(identityRows, challenge, challengeUse))) return err('passkeyInvalid');
      // Reads the passkey again, because it may have been used or removed while the signature was verified.
      const passkey = await identityRows.passkeys.findByCredential(credentialId);
      const user = passkey === null ? null : await identityRows.users.find(passkey.uid);
      if (passkey === null || user === null) return err('passkeyUnknown');
      if (isCounterStale(counter, passkey)) return err('passkeyInvalid');
      await identityRows.passkeys.markUsed(passkey.key, { counter, usedAt: clock.now() });
      return ok(user);
    },
  };
};
