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
  /** Limits the passkey challenges and sign-ins of one IP address, and those of one user. */
  readonly limiter: RateLimiter;
}

/** Browser and IP address of a sign-in by a passkey. */
export interface PasskeyClient {
  readonly address: string;
  /** Refresh token that the browser had before the sign-in; its session ends. */
  readonly cookie: string | null;
  readonly browser: SignInBrowser;
}

type PasskeySignInError = PasskeyError | 'ErrorAuthDisabled' | RouteError;

/** Service of sign-ins by passkeys, and of proofs of identity by passkeys. */
export interface PasskeySignInService {
  /** Returns the WebAuthn options of a sign-in by a passkey. */
  begin(ipAddress: string): Promise<Result<PasskeyRequestOptions, RouteError>>;
  /**
   * Opens a session for the owner of a passkey. The owner gets an e-mail unless the browser has signed in to this
   * account before.
   */
  signIn(credential: PasskeyAssertion, client: PasskeyClient): Promise<Result<OpenedSession, PasskeySignInError>>;
  /** Returns the WebAuthn options of a proof of identity, which name the user's own passkeys. */
  beginProof(uid: string): Promise<Result<PasskeyRequestOptions, RouteError>>;
  /**
   * Checks a passkey of a user with a session, to prove that the session really belongs to the user. Returns the user.
   */
  prove(uid: string, credential: PasskeyAssertion): Promise<Result<StoredUser, PasskeyError | RouteError>>;
  /** Proves the caller's identity by a passkey. The session continues with a new time of the proof. */
  renewProof(
    callerSession: CallerSession,
    credential: PasskeyAssertion,
  ): Promise<Result<Session, PasskeyError | 'unauthenticated' | RouteError>>;
}

/** Creates the service of sign-ins and proofs of identity by passkeys. */
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
    // Treats a user who deleted the account more than 30 days ago as erased, even if the erasure job has not run yet.
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
      // Ends the browser's previous session, because the browser may now belong to another user.
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
