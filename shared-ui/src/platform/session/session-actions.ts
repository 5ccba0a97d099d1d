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

/** Input of the registration form. */
export interface RegistrationInput extends LoginInput {
  /** Whether other users can find this person by search. */
  readonly visible: boolean;
  readonly policyAccepted: boolean;
}

/** Proof of identity by a third party. It logs a user in, or confirms the identity of the current user. */
export interface ThirdPartyProof {
  readonly provider: ThirdParty;
  /** Code from the message of the sign-in window. It can be used once, within 60 seconds. */
  readonly code: string;
  /** PKCE verifier for the challenge that this browser has sent. */
  readonly verifier: string;
}

type Answer = Promise<Result<Session, ApiError>>;

// The header proves that our own script sends the request: a form on another site can't send it.
const OWN_SCRIPT = { headers: { 'X-Mahlzeit': '1' } };

/** Creates the functions that call the routes for authentication. */
export const createSessionCalls = (transport: Transport) => ({
  anonymous: (): Answer => transport.send(anonymousSession, {}),
  refresh: (): Answer => transport.send(refresh, {}, OWN_SCRIPT),
  login: (input: LoginInput): Answer => transport.send(login, { body: input }),
  /** Sends the anonymous visitor's token, so that the new account keeps the visitor's uid. */
  register: (input: RegistrationInput, tokens: TokenSource): Answer =>
    callAsSession(tokens, (token) => transport.send(register, { body: input }, { token })),
  /** Proves the identity again. The session continues with a new token. */
  reauthenticate: (password: string, tokens: TokenSource): Answer =>
    callAsSession(tokens, (token) => transport.send(reauthenticate, { body: { password } }, { token })),
  /**
   * Sends the current token: an anonymous visitor keeps the uid, and a proof of identity counts for the current user.
   */
  completeThirdParty: ({ provider, ...body }: ThirdPartyProof, tokens: TokenSource): Answer =>
    callAsSession(tokens, (token) => transport.send(completeThirdParty, { params: { provider }, body }, { token })),
  changeEmail: (input: LoginInput, tokens: TokenSource): Promise<Result<Account, ApiError>> =>
    callAsSession(tokens, (token) => transport.send(changeEmail, { body: input }, { token })),
  logout: (): Promise<Result<object, ApiError>> => transport.send(logout, {}, OWN_SCRIPT),
});

/** Functions that call the routes for authentication. */
export type SessionCalls = ReturnType<typeof createSessionCalls>;

interface SessionActionsDeps {
  readonly calls: SessionCalls;
  readonly hint: SessionHint;
  readonly tabs: TabChannel;
  readonly state: SessionState;
  readonly schedule: SessionSchedule;
  /** Functions that the schedule's timer calls: start a session, or renew it. */
  readonly restart: { begin(): void; renew(): void };
}

/**
 * Creates the actions that start, renew and end the session. The caller runs each action under the lock that all tabs
 * share.
 */
export const createSessionActions = ({ calls, hint, tabs, state, schedule, restart }: SessionActionsDeps) => {
  const accept = (session: Session): void => {
    hint.set(ownerOf(session.account));
    schedule.renewal(session.expiresInMs, restart.renew);
    state.adopt(session);
  };
  const acceptNew = (session: Session): void => {
    accept(session);
    tabs.post({ type: 'began', uid: session.account.uid });
  };
  const fail = (error: ApiError): void => {
    state.forget('failed');
    schedule.retry(error, restart.begin);
  };

  const beginAnonymous = async (): Promise<void> => {
    hint.clear();
    const session = await calls.anonymous();
    if (session.ok) acceptNew(session.value);
    else fail(session.error);
  };

  /** Continues the session that the browser already has. Without one, starts an anonymous session. */
  const logInAnonymously = async (): Promise<void> => {
    if (hint.owner() === null) return beginAnonymous();
    const refreshAnswer = await calls.refresh();
    if (refreshAnswer.ok) return accept(refreshAnswer.value);
    return refreshAnswer.error.status === 401 ? beginAnonymous() : fail(refreshAnswer.error);
  };

  /** A06: removes the user in every tab before the next session is known, then starts an anonymous session. */
  const endSession = (): Promise<void> => {
    state.forget('unknown');
    tabs.post({ type: 'ended' });
    return beginAnonymous();
  };

  /**
   * Exchanges the refresh cookie for a new token. When the session was ended elsewhere, starts a new anonymous session.
   */
  const renewSession = async (): Promise<void> => {
    const refreshAnswer = await calls.refresh();
    if (refreshAnswer.ok) return accept(refreshAnswer.value);
    if (refreshAnswer.error.status === 401) return endSession();
    return state.account() === null ? fail(refreshAnswer.error) : schedule.retry(refreshAnswer.error, restart.renew);
  };

  /**
   * Returns another token of the same user after the gateway refused one. Null when the user has changed since that
   * call, or when there is no other token.
   */
  const renewRefused = async (refusedToken: string): Promise<string | null> => {
    if (state.token() === refusedToken) await renewSession();
    const token = state.token();
    return state.isOwnToken(refusedToken) && token !== refusedToken ? token : null;
  };

  const signIn = (answer: Result<Session, ApiError>): Result<Account, ApiError> => {
    if (!answer.ok) return err(answer.error);
    const session = answer.value;
    // A user who has only confirmed their identity is still the same user, so other tabs need no message.
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
