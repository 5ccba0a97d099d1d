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
import type { Account, Result, Session, ThirdParty } from '@mahlzeit/contract';
import { callAsSession } from '../api/transport';
import type { TokenSource, Transport } from '../api/transport';
import type { ApiError } from '../api/api-error';
import { isSameUser } from './session-state';
import type { SessionSchedule, SessionState } from './session-state';
import { ownerOf } from './session-tabs';
import type { SessionHint, TabChannel } from './session-tabs';

/** E-mail and password as typed; the password is never trimmed. */
export interface LoginInput {
  readonly email: string;
  readonly password: string;
}

/** Input of a registration. */
export interface RegistrationInput extends LoginInput {
  /** Whether others may find this person by search. */
  readonly visible: boolean;
  readonly policyAccepted: boolean;
}

/** Proof of a third party: completes a sign-in, or confirms the present user. */
export interface ThirdPartyProof {
  readonly provider: ThirdParty;
  /** Code of the sign-in window's message; works once, for 60 seconds. */
  readonly code: string;
  /** PKCE verifier of this browser's challenge. */
  readonly verifier: string;
}

type Answer = Promise<Result<Session, ApiError>>;

// The header proves that the call comes from our script: a form of another site can't send it.
const OWN_SCRIPT = { headers: { 'X-Mahlzeit': '1' } };

/** Creates the calls of the auth routes. */
export const createSessionCalls = (transport: Transport) => ({
  anonymous: (): Answer => transport.send(anonymousSession, {}),
  refresh: (): Answer => transport.send(refresh, {}, OWN_SCRIPT),
  login: (input: LoginInput): Answer => transport.send(login, { body: input }),
  /** Carries the anonymous visitor's token, so that the uid stays. */
  register: (input: RegistrationInput, tokens: TokenSource): Answer =>
    callAsSession(tokens, (token) => transport.send(register, { body: input }, { token })),
  /** Keeps the session; only the token is new. */
  reauthenticate: (password: string, tokens: TokenSource): Answer =>
    callAsSession(tokens, (token) => transport.send(reauthenticate, { body: { password } }, { token })),
  /** Carries the present token: a visitor's uid stays, and a proof belongs to its user. */
  completeThirdParty: ({ provider, ...body }: ThirdPartyProof, tokens: TokenSource): Answer =>
    callAsSession(tokens, (token) => transport.send(completeThirdParty, { params: { provider }, body }, { token })),
  changeEmail: (input: LoginInput, tokens: TokenSource): Promise<Result<Account, ApiError>> =>
    callAsSession(tokens, (token) => transport.send(changeEmail, { body: input }, { token })),
  logout: (): Promise<Result<object, ApiError>> => transport.send(logout, {}, OWN_SCRIPT),
});

/** Calls of the auth routes. */
export type SessionCalls = ReturnType<typeof createSessionCalls>;

interface SessionActionsDeps {
  readonly calls: SessionCalls;
  readonly hint: SessionHint;
  readonly tabs: TabChannel;
  readonly state: SessionState;
  readonly schedule: SessionSchedule;
  /** Callbacks of the schedule's timer. */
  readonly again: { begin(): void; renew(): void };
}

/** Creates the actions that start, renew and end the session. Each action runs under the lock that all tabs share. */
export const createSessionActions = ({ calls, hint, tabs, state, schedule, again }: SessionActionsDeps) => {
  const accept = (session: Session): void => {
    hint.set(ownerOf(session.account));
    schedule.renewal(session.expiresInMs, again.renew);
    state.adopt(session);
  };
  const acceptNew = (session: Session): void => {
    accept(session);
    tabs.post({ type: 'began', uid: session.account.uid });
  };
  const fail = (error: ApiError): void => {
    state.forget('failed');
    schedule.retry(error, again.begin);
  };

  const beginAnonymous = async (): Promise<void> => {
    hint.clear();
    const session = await calls.anonymous();
    if (session.ok) acceptNew(session.value);
    else fail(session.error);
  };

  /** Resumes the browser's session if there is one, otherwise starts an anonymous one. */
  const logInAnonymously = async (): Promise<void> => {
    if (hint.owner() === null) return beginAnonymous();
    const refreshAnswer = await calls.refresh();
    if (refreshAnswer.ok) return accept(refreshAnswer.value);
    return refreshAnswer.error.status === 401 ? beginAnonymous() : fail(refreshAnswer.error);
  };

  /** A06: ends the session in every tab before the next one is known. */
  const endSession = (): Promise<void> => {
    state.forget('unknown');
    tabs.post({ type: 'ended' });
    return beginAnonymous();
  };

  /**
   * Exchanges the refresh cookie for a new token; when the session was ended elsewhere, this browser starts a new one.
   */
  const renewSession = async (): Promise<void> => {
    const refreshAnswer = await calls.refresh();
    if (refreshAnswer.ok) return accept(refreshAnswer.value);
    if (refreshAnswer.error.status === 401) return endSession();
    return state.account() === null ? fail(refreshAnswer.error) : schedule.retry(refreshAnswer.error, again.renew);
  };

  /** Returns a token of the same user after a refusal; null when the user has changed since the call. */
  const renewRefused = async (refusedToken: string): Promise<string | null> => {
    if (state.token() === refusedToken) await renewSession();
    const token = state.token();
    return state.isOwnToken(refusedToken) && token !== refusedToken ? token : null;
  };

  const signIn = (answer: Result<Session, ApiError>): Result<Account, ApiError> => {
    if (!answer.ok) return err(answer.error);
    const session = answer.value;
    // A user who only proved their identity stays the same: the other tabs need no message.
    if (isSameUser(state.account(), session.account)) accept(session);
    else acceptNew(session);
    return ok(session.account);
  };

  const changeAccount = (answer: Result<Account, ApiError>): Result<Account, ApiError> => {
    if (answer.ok) state.update(answer.value);
    return answer;
  };

  const logout = async (): Promise<Result<null, ApiError>> => {
    const logoutAnswer = await calls.logout();
    if (!logoutAnswer.ok && logoutAnswer.error.status !== 401) return err(logoutAnswer.error);
    await endSession();
    return ok(null);
  };

  return { begin: logInAnonymously, renew: renewSession, renewRefused, signIn, changeAccount, logout };
};
