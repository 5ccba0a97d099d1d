import { err, ok } from '@mahlzeit/contract';
import type { PasskeyAssertion, PasskeyRequestOptions, Result, Session } from '@mahlzeit/contract';
import { consumeAttempt } from '../../../platform';
import type { CallerSession, Clock, RateLimiter, RouteError } from '../../../platform';
import type { IssuedSession, OpenedSession, SessionService } from '../session';
import type { IdentityStore, StoredUser } from '../store';
import { isErasureDue } from '../user';
import type { PasskeyChallenges } from './passkey-challenges';
import { requestOptionsOf } from './passkey-options';
import type { PasskeyError, UsePasskey } from './passkey-use';
import type { RelyingParty } from './relying-party';

export interface PasskeySignInServiceDeps {
  readonly store: IdentityStore;
  readonly sessions: Pick<SessionService, 'open' | 'presentOpened' | 'end' | 'renewProof'>;
  readonly relyingParty: RelyingParty;
  readonly challenges: PasskeyChallenges;
  readonly usePasskey: UsePasskey;
  readonly clock: Clock;
  /** Limits the challenges and the sign-ins of one IP address, and those of one user. */
  readonly limiter: RateLimiter;
}

/** Sign-ins by passkeys, and proofs of identity by them. */
export interface PasskeySignInService {
  /** Returns the options of a sign-in. `pageOrigin` is the origin of the page that asks. */
  begin(
    ipAddress: string,
    pageOrigin: string | undefined,
  ): Promise<Result<PasskeyRequestOptions, RouteError>>;
  /** Opens a session. `cookie` is the browser's refresh token from before the sign-in; the session of that token ends. */
  signIn(
    credential: PasskeyAssertion,
    client: { readonly address: string; readonly cookie: string | null },
  ): Promise<Result<OpenedSession, PasskeyError | 'ErrorAuthDisabled' | RouteError>>;
  /** Returns the options of a proof, which name the user's own passkeys. */
  beginProof(uid: string, pageOrigin: string | undefined): Promise<Result<PasskeyRequestOptions, RouteError>>;
  /** Checks a passkey of a user with a session, to prove that the session is really theirs. Returns the user. */
  prove(uid: string, credential: PasskeyAssertion): Promise<Result<StoredUser, PasskeyError | RouteError>>;
  /** Proves the identity of the caller. The session goes on with a new time of proof. */
  renewProof(
    callerSession: CallerSession,
    credential: PasskeyAssertion,
  ): Promise<Result<Session, PasskeyError | 'unauthenticated' | RouteError>>;
}

/** Creates the service. */
export const createPasskeySignInService = ({
  store,
  sessions,
  relyingParty,
  challenges,
  usePasskey,
  clock,
  limiter,
}: PasskeySignInServiceDeps): PasskeySignInService => {
  const provePasskey: PasskeySignInService['prove'] = async (uid, credential) => {
    const admission = await consumeAttempt(limiter, uid);
    return admission.ok ? usePasskey(credential, { purpose: 'prove', uid }, async (_rows, user) => ok(user)) : admission;
  };

  return {
    async begin(ipAddress, pageOrigin) {
      const admission = await consumeAttempt(limiter, ipAddress);
      if (!admission.ok) return admission;
      const challenge = await challenges.issue({ purpose: 'signIn', uid: null });
      return ok(requestOptionsOf({ challenge, rpId: relyingParty.idFor(pageOrigin) }, []));
    },

    async signIn(credential, { address, cookie }) {
      const admission = await consumeAttempt(limiter, address);
      if (!admission.ok) return admission;
      const sessionResult = await usePasskey(
        credential,
        { purpose: 'signIn', uid: null },
        async (identityRows, user): Promise<Result<IssuedSession, PasskeyError | 'ErrorAuthDisabled'>> => {
          // A user who deleted the account more than 30 days ago counts as erased, even if the job has not run yet.
          if (isErasureDue(user.deletedAt, clock.now())) return err('passkeyUnknown');
          if (user.disabledAt !== null) return err('ErrorAuthDisabled');
          return ok(await sessions.open(identityRows, user));
        },
      );
      if (!sessionResult.ok) return sessionResult;
      // The browser may now belong to another user, so its previous session ends.
      if (cookie !== null) await sessions.end(cookie);
      return ok(await sessions.presentOpened(sessionResult.value));
    },

    async beginProof(uid, pageOrigin) {
      const admission = await consumeAttempt(limiter, uid);
      if (!admission.ok) return admission;
      const ownPasskeys = await store.read(({ passkeys }) => passkeys.listOf(uid));
      const challenge = await challenges.issue({ purpose: 'prove', uid });
      return ok(requestOptionsOf({ challenge, rpId: relyingParty.idFor(pageOrigin) }, ownPasskeys));
    },

    prove: provePasskey,

    async renewProof({ uid, sessionId }, credential) {
      const user = await provePasskey(uid, credential);
      return user.ok ? sessions.renewProof(user.value, sessionId) : user;
    },
  };
};
