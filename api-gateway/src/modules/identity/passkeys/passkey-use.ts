import { err, ok } from '@mahlzeit/contract';
import type { PasskeyAssertion, Result } from '@mahlzeit/contract';
import type { Clock } from '../../../platform';
import type { IdentityStore, IdentityTransaction, StoredPasskey, StoredUser } from '../store';
import type { ChallengeUse, PasskeyChallenges } from './passkey-challenges';
import type { RelyingParty } from './relying-party';

/** Refusals of a used passkey: it isn't genuine, or the account has it no longer. */
export type PasskeyError = 'passkeyInvalid' | 'passkeyUnknown';

export interface PasskeyUseDeps {
  readonly store: IdentityStore;
  readonly relyingParty: RelyingParty;
  readonly challenges: PasskeyChallenges;
  readonly clock: Clock;
}

/**
 * Verifies the use of a passkey, and runs `finish` in the transaction that uses up the challenge and stores the
 * counter. A refusal of `finish` uses up the challenge as well.
 */
export type UsePasskey = <T, E>(
  credential: PasskeyAssertion,
  use: ChallengeUse,
  finish: (identityRows: IdentityTransaction, user: StoredUser) => Promise<Result<T, E>>,
) => Promise<Result<T, E | PasskeyError>>;

/** An authenticator that counts never reports the same number twice; one that doesn't count always reports 0. */
const isCounterStale = (counter: number, { counter: storedCounter }: StoredPasskey): boolean =>
  (counter > 0 || storedCounter > 0) && counter <= storedCounter;

/** Creates the function that verifies the use of passkeys. */
export const createUsePasskey =
  ({ store, relyingParty, challenges, clock }: PasskeyUseDeps): UsePasskey =>
  async (credential, use, finish) => {
    const challenge = relyingParty.challengeIn(credential);
    if (challenge === null) return err('passkeyInvalid');
    const { passkey, handle } = await store.read(async ({ passkeys }) => {
      const storedPasskey = await passkeys.findByCredential(credential.id);
      return {
        passkey: storedPasskey,
        handle: storedPasskey === null ? null : await passkeys.findHandle(storedPasskey.uid),
      };
    });
    if (passkey === null || (use.uid !== null && passkey.uid !== use.uid)) return err('passkeyUnknown');
    const { userHandle } = credential.response;
    if (userHandle !== undefined && userHandle !== handle) return err('passkeyInvalid');
    const counter = await relyingParty.verifyUse(credential, challenge, passkey);
    if (counter === null) return err('passkeyInvalid');
    return store.write(async (identityRows) => {
      if (!(await challenges.take(identityRows, challenge, use))) return err('passkeyInvalid');
      // The passkey may have been used or removed while the signature was verified.
      const storedPasskey = await identityRows.passkeys.findByCredential(credential.id);
      const user = storedPasskey === null ? null : await identityRows.users.find(storedPasskey.uid);
      if (storedPasskey === null || user === null) return err('passkeyUnknown');
      if (isCounterStale(counter, storedPasskey)) return err('passkeyInvalid');
      await identityRows.passkeys.markUsed(storedPasskey.key, { counter, usedAt: clock.now() });
      return finish(identityRows, user);
    });
  };
