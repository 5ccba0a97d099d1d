import { err, ok } from '@mahlzeit/contract';
import type { PasskeyAssertion, PasskeyRequestOptions, Result, Session } from '@mahlzeit/contract';
import { consumeAttempt } from '../../../platform';
import type { CallerSession, Clock, RateLimiter, RouteError } from '../../../platform';
import type { IssuedSession, OpenedSession, SessionService, SignInBrowser, SignInNotices } from '../session';
import type { IdentityStore, StoredUser } from '../store';
import { isErasureDue } from '../user';
import type { PasskeyChallenges } from './passkey-challenges';
import { requestOptionsOf } from './passkey-options';
import type { PasskeyError, PasskeyUses, VerifiedUse } from './passkey-use';
import type { RelyingParty } from './relying-party';

export interface PasskeySignInServiceDeps {
  readonly store: IdentityStore;
  readonly sessions: Pick<SessionService, 'open' | 'presentOpened' | 'end' | 'renewProof'>;
  readonly signInNotices: SignInNotices;
  readonly relyingParty: RelyingParty;
  readonly challenges: PasskeyChallenges;
  readonly uses: PasskeyUses;
  readonly clock: Clock;
  /** Limits the challenges and the sign-ins of one IP address, and those of one user. */
  readonly limiter: RateLimiter;
}

/** Browser and IP address of a sign-in by a passkey. */
export interface PasskeyClient {
  readonly address: string;
  /** The browser's refresh token from before the sign-in; the session of that token ends. */
  readonly cookie: string | null;
  readonly browser: SignInBrowser;
}

type PasskeySignInError = PasskeyError | 'ErrorAuthDisabled' | RouteError;

/** Sign-ins by passkeys, and proofs of identity by them. */
export interface PasskeySignInService {
  /** Returns the options of a sign-in. */
  begin(ipAddress: string): Promise<Result<PasskeyRequestOptions, RouteError>>;
  /** Opens a session. The owner gets an e-mail unless the browser has signed in to this account before. */
  signIn(credential: PasskeyAssertion, client: PasskeyClient): Promise<Result<OpenedSession, PasskeySignInError>>;
  /** Returns the options of a proof, which name the user's own passkeys. */
  beginProof(uid: string): Promise<Result<PasskeyRequestOptions, RouteError>>;
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
  signInNotices,
  relyingParty,
  challenges,
  uses,
  clock,
  limiter,
}: PasskeySignInServiceDeps): PasskeySignInService => {
  const checkUser = (user: StoredUser): Result<StoredUser, PasskeySignInError> => {
    // A user who deleted the account more than 30 days ago counts as erased, even if the erasure job has not run yet.
    if (isErasureDue(user.deletedAt, clock.now())) return err('passkeyUnknown');
    return user.disabledAt === null ? ok(user) : err('ErrorAuthDisabled');
  };

  const openSession = async (
    verifiedUse: VerifiedUse,
    browser: SignInBrowser,
  ): Promise<Result<IssuedSession, PasskeySignInError>> => {
    const tellOwner = await signInNotices.prepare(verifiedUse.user, browser);
    return store.write(async (identityRows) => {
      const takenUse = await uses.take(identityRows, verifiedUse);
      const user = takenUse.ok ? checkUser(takenUse.value) : takenUse;
      if (!user.ok) return user;
      await tellOwner(identityRows);
      return ok(await sessions.open(identityRows, user.value, browser.device));
    });
  };

  const provePasskey: PasskeySignInService['prove'] = async (uid, credential) => {
    const admission = await consumeAttempt(limiter, uid);
    if (!admission.ok) return admission;
    const verifiedUse = await uses.verify(credential, { purpose: 'prove', uid });
    if (!verifiedUse.ok) return verifiedUse;
    return store.write((identityRows) => uses.take(identityRows, verifiedUse.value));
  };

  return {
    async begin(ipAddress) {
      const admission = await consumeAttempt(limiter, ipAddress);
      if (!admission.ok) return admission;
      const challenge = await challenges.issue({ purpose: 'signIn', uid: null });
      return ok(requestOptionsOf({ challenge, rpId: relyingParty.id }, []));
    },

    async signIn(credential, { address, cookie, browser }) {
      const admission = await consumeAttempt(limiter, address);
      if (!admission.ok) return admission;
      const verifiedUse = await uses.verify(credential, { purpose: 'signIn', uid: null });
      if (!verifiedUse.ok) return verifiedUse;
      const sessionResult = await openSession(verifiedUse.value, browser);
      if (!sessionResult.ok) return sessionResult;
      // The browser may now belong to another user, so its previous session ends.
      if (cookie !== null) await sessions.end(cookie);
      return ok(await sessions.presentOpened(sessionResult.value));
    },

    async beginProof(uid) {
      const admission = await consumeAttempt(limiter, uid);
      if (!admission.ok) return admission;
      const ownPasskeys = await store.read(({ passkeys }) => passkeys.listOf(uid));
      const challenge = await challenges.issue({ purpose: 'prove', uid });
      return ok(requestOptionsOf({ challenge, rpId: relyingParty.id }, ownPasskeys));
    },

    prove: provePasskey,

    async renewProof({ uid, sessionId }, credential) {
      const user = await provePasskey(uid, credential);
      return user.ok ? sessions.renewProof(user.value, sessionId) : user;
    },
  };
};
