import {
  anonymousSession,
  changeEmail,
  completeThirdParty,
  err,
  login,
  logout,
  ok,
  reauthenticate,
  refresh,
  register,
} from '@mahlzeit/contract';
import type { Account, Result, Route, Schema, Session, ThirdParty } from '@mahlzeit/contract';
import { callAsSession } from '../api/transport';
import type { TokenSource, Transport } from '../api/transport';
import type { ApiError } from '../api/api-error';
import { isSameUser } from './session-state';
import type { CachedSession, SessionSchedule, SessionState } from './session-state';
import { hintOwnerOf } from './session-tabs';
import type { SessionHint, TabChannel } from './session-tabs';

/** E-mail and password as typed; the password is never trimmed. */
export interface LoginInput {
  readonly email: string;
  readonly password: string;
}

/** Input of the registration form: e-mail, password, visibility in the search, and acceptance of the policy. */
export interface RegistrationInput extends LoginInput {
  /** Whether other users can find this person by search. */
  readonly visible: boolean;
  readonly policyAccepted: boolean;
}

/** Proof of identity by a third party. It logs a user in, or confirms the identity of the logged-in user. */
export interface ThirdPartyProof {
  readonly provider: ThirdParty;
  /** Code from the message of the sign-in window. It can be used once, within 60 seconds. */
  readonly code: string;
  /** PKCE verifier for the challenge that this browser has sent. */
  readonly verifier: string;
}

/** API route whose response contains a session. Any remote's sign-in may use such a route. */
export type SessionRoute = Route<Schema, Schema, Schema, typeof Session>;

/**
 * Request of a remote that calls a route which logs a user in, or which confirms the identity of the logged-in user.
 */
export interface SignInRequest {
  readonly route: SessionRoute;
  readonly body: unknown;
}

type SessionAnswer = Promise<Result<Session, ApiError>>;

// Header which proves that the product's own script sends the request: a form on another site can't send it.
const OWN_SCRIPT_SEND_OPTIONS = { headers: { 'X-Mahlzeit': '1' } };

/** Creates the functions that call the routes for authentication. */
export const createSessionCalls = (transport: Transport) => ({
  anonymous: (): SessionAnswer => transport.send(anonymousSession, {}),
  refresh: (): SessionAnswer => transport.send(refresh, {}, OWN_SCRIPT_SEND_OPTIONS),
  login: (loginInput: LoginInput): SessionAnswer => transport.send(login, { body: loginInput }),
  /** Registers with the anonymous visitor's token, so that the new account keeps the visitor's uid. */
  register: (registrationInput: RegistrationInput, tokenSource: TokenSource): SessionAnswer =>
    callAsSession(tokenSource, (token) => transport.send(register, { body: registrationInput }, { token })),
  /** Confirms the user's identity again by the password. The session continues with a new token. */
  reauthenticate: (password: string, tokens: TokenSource): SessionAnswer =>
    callAsSession(tokens, (token) => transport.send(reauthenticate, { body: { password } }, { token })),
  /**
   * Sends the current token, so that an anonymous visitor keeps the uid, and a proof of identity counts for the current
   * user.
   */
  completeThirdParty: ({ provider, ...body }: ThirdPartyProof, tokens: TokenSource): SessionAnswer =>
    callAsSession(tokens, (token) => transport.send(completeThirdParty, { params: { provider }, body }, { token })),
  signInBy: ({ route, body }: SignInRequest, tokens: TokenSource): SessionAnswer =>
    callAsSession(tokens, (token) => transport.send(route, { body }, { token })),
  changeEmail: (input: LoginInput, tokens: TokenSource): Promise<Result<Account, ApiError>> =>
    callAsSession(tokens, (token) => transport.send(changeEmail, { body: input }, { token })),
  logout: (): Promise<Result<object, ApiError>> => transport.send(logout, {}, OWN_SCRIPT_SEND_OPTIONS),
});

/** Functions that call the routes for authentication, as `createSessionCalls` returns them. */
export type SessionCalls = ReturnType<typeof createSessionCalls>;

/** Session of an earlier page of this browser, for a page that starts without a network. */
export interface SessionCache {
  put(session: CachedSession): void;
  /** Returns the session of this owner; undefined without one. */
  find(owner: string): Promise<CachedSession | undefined>;
  /** Erases everything that is stored for pages without a network, because its user has logged out. */
  erase(): void;
}

interface SessionActionsDeps {
  readonly calls: SessionCalls;
  readonly hint: SessionHint;
  readonly tabs: TabChannel;
  readonly state: SessionState;
  readonly schedule: SessionSchedule;
  /** Functions that the timer of the session's schedule calls: start a session, or renew it. */
  readonly restart: { begin(): void; renew(): void };
  readonly cache: SessionCache;
  /** Whether the service worker has served this page, because the network didn't answer in time. */
  readonly startsOffline: boolean;
}

/**
 * Creates the actions that start, renew and end the session. The caller runs each action under the lock that all tabs
 * share.
 */
export const createSessionActions = ({
  calls,
  hint,
  tabs,
  state,
  schedule,
  restart,
  cache,
  startsOffline,
}: SessionActionsDeps) => {
  const acceptSession = (acceptedSession: Session): void => {
    hint.set(hintOwnerOf(acceptedSession.account));
    schedule.renewal(acceptedSession.expiresInMs, restart.renew);
    state.adopt(acceptedSession);
    cache.put(acceptedSession);
  };
  const acceptNewSession = (newSession: Session): void => {
    acceptSession(newSession);
    tabs.post({ type: 'began', uid: newSession.account.uid });
  };
  const handleStartFailure = (startError: ApiError): void => {
    state.forget('failed');
    schedule.retry(startError, restart.begin);
  };

  const beginAnonymousSession = async (): Promise<void> => {
    if (hint.owner() !== null) cache.erase();
    hint.clear();
    const anonymousAnswer = await calls.anonymous();
    if (anonymousAnswer.ok) acceptNewSession(anonymousAnswer.value);
    else handleStartFailure(anonymousAnswer.error);
  };

  /** Continues the session of an earlier page without a token. Returns false when this browser doesn't have it. */
  const resumeSession = async (owner: string): Promise<boolean> => {
    const session = await cache.find(owner);
    if (session !== undefined) state.resume(session);
    return session !== undefined;
  };

  /** Continues the session that the browser already has. Without one, starts an anonymous session. */
  const continueOrBeginSession = async (): Promise<void> => {
    const owner = hint.owner();
    if (owner === null) return beginAnonymousSession();
    // A request may take long to fail. Until then, the page shows what this browser has.
    if (startsOffline && (await resumeSession(owner))) return renewSession();
    const refreshAnswer = await calls.refresh();
    if (refreshAnswer.ok) return acceptSession(refreshAnswer.value);
    if (refreshAnswer.error.status === 401) return beginAnonymousSession();
    if (await resumeSession(owner)) schedule.retry(refreshAnswer.error, restart.renew);
    else handleStartFailure(refreshAnswer.error);
  };

  /** Removes the user in every tab before the next session is known, then starts an anonymous session (A06). */
  const endSession = (): Promise<void> => {
    state.forget('unknown');
    tabs.post({ type: 'ended' });
    return beginAnonymousSession();
  };

  /**
   * Exchanges the refresh cookie for a new token. When the session was ended elsewhere, starts a new anonymous session.
   */
  const renewSession = async (): Promise<void> => {
    const refreshAnswer = await calls.refresh();
    if (refreshAnswer.ok) return acceptSession(refreshAnswer.value);
    if (refreshAnswer.error.status === 401) return endSession();
    return state.account() === null
      ? handleStartFailure(refreshAnswer.error)
      : schedule.retry(refreshAnswer.error, restart.renew);
  };

  /**
   * Returns another token of the same user after the gateway refused one. Null when the user has changed since that
   * call, or when there is no other token.
   */
  const renewRefusedToken = async (refusedToken: string): Promise<string | null> => {
    if (state.token() === refusedToken) await renewSession();
    const token = state.token();
    return state.isOwnToken(refusedToken) && token !== refusedToken ? token : null;
  };

  const acceptSignIn = (signInAnswer: Result<Session, ApiError>): Result<Account, ApiError> => {
    if (!signInAnswer.ok) return err(signInAnswer.error);
    const signInSession = signInAnswer.value;
    // A user who has only confirmed their identity is still the same user, so other tabs need no message about it.
    if (isSameUser(state.account(), signInSession.account)) acceptSession(signInSession);
    else acceptNewSession(signInSession);
    return ok(signInSession.account);
  };

  const acceptChangedAccount = (accountAnswer: Result<Account, ApiError>): Result<Account, ApiError> => {
    if (accountAnswer.ok) state.update(accountAnswer.value);
    return accountAnswer;
  };

  const logout = async (): Promise<Result<null, ApiError>> => {
    const logoutAnswer = await calls.logout();
    if (!logoutAnswer.ok && logoutAnswer.error.status !== 401) return err(logoutAnswer.error);
    await endSession();
    return ok(null);
  };

  return {
    begin: continueOrBeginSession,
    renew: renewSession,
    renewRefused: renewRefusedToken,
    signIn: acceptSignIn,
    changeAccount: acceptChangedAccount,
    logout,
  };
};
