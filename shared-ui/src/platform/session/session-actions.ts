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

/** What a visitor registers with. */
export interface RegistrationInput extends LoginInput {
  /** Whether others may find this person by search. */
  readonly visible: boolean;
  readonly policyAccepted: boolean;
}

/** What completes a sign-in at a third party, or proves by one who is there. */
export interface ThirdPartyProof {
  readonly provider: ThirdParty;
  /** Of the sign-in window's message; works once, for 60 seconds. */
  readonly code: string;
  /** What the challenge of this browser was made of. */
  readonly verifier: string;
}

type Answer = Promise<Result<Session, ApiError>>;

// The header proves that the call comes from our script: a form of another site can't send it.
const OWN_SCRIPT = { headers: { 'X-Mahlzeit': '1' } };

/** The auth routes as the session uses them. */
export const createSessionCalls = (transport: Transport) => ({
  anonymous: (): Answer => transport.send(anonymousSession, {}),
  refresh: (): Answer => transport.send(refresh, {}, OWN_SCRIPT),
  login: (input: LoginInput): Answer => transport.send(login, { body: input }),
  /** Carries the anonymous visitor's token, so that the uid stays. */
  register: (input: RegistrationInput, tokens: TokenSource): Answer =>
    callAsSession(tokens, (token) => transport.send(register, { body: input }, { token })),
  /** Keeps the session; only the token is fresh. */
  reauthenticate: (password: string, tokens: TokenSource): Answer =>
    callAsSession(tokens, (token) => transport.send(reauthenticate, { body: { password } }, { token })),
  /** Carries the present token: a visitor's uid stays, a proof is bound to its user. */
  completeThirdParty: ({ provider, ...body }: ThirdPartyProof, tokens: TokenSource): Answer =>
    callAsSession(tokens, (token) => transport.send(completeThirdParty, { params: { provider }, body }, { token })),
  changeEmail: (input: LoginInput, tokens: TokenSource): Promise<Result<Account, ApiError>> =>
    callAsSession(tokens, (token) => transport.send(changeEmail, { body: input }, { token })),
  logout: (): Promise<Result<object, ApiError>> => transport.send(logout, {}, OWN_SCRIPT),
});

/** The auth routes as the session uses them. */
export type SessionCalls = ReturnType<typeof createSessionCalls>;

interface SessionActionsDeps {
  readonly calls: SessionCalls;
  readonly hint: SessionHint;
  readonly tabs: TabChannel;
  readonly state: SessionState;
  readonly schedule: SessionSchedule;
  /** What the schedule calls when its time has come. */
  readonly again: { begin(): void; renew(): void };
}

/** Begins, renews and ends the session. Each action runs under the lock that all tabs share. */
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
    const begun = await calls.anonymous();
    if (begun.ok) acceptNew(begun.value);
    else fail(begun.error);
  };

  /** Resumes the browser's session where there is one, else begins an anonymous one. */
  const begin = async (): Promise<void> => {
    if (hint.owner() === null) return beginAnonymous();
    const resumed = await calls.refresh();
    if (resumed.ok) return accept(resumed.value);
    return resumed.error.status === 401 ? beginAnonymous() : fail(resumed.error);
  };

  /** A06: the session is over for every tab, before anybody knows the next one. */
  const leave = (): Promise<void> => {
    state.forget('unknown');
    tabs.post({ type: 'ended' });
    return beginAnonymous();
  };

  /** Trades the refresh cookie for a fresh token; where the session was ended elsewhere, this browser starts anew. */
  const renew = async (): Promise<void> => {
    const renewed = await calls.refresh();
    if (renewed.ok) return accept(renewed.value);
    if (renewed.error.status === 401) return leave();
    return state.account() === null ? fail(renewed.error) : schedule.retry(renewed.error, again.renew);
  };

  /** A token of the same user in place of a refused one; null where another one has come since the call was made. */
  const renewRefused = async (refused: string): Promise<string | null> => {
    if (state.token() === refused) await renew();
    const token = state.token();
    return state.isOwnToken(refused) && token !== refused ? token : null;
  };

  const signIn = (answer: Result<Session, ApiError>): Result<Account, ApiError> => {
    if (!answer.ok) return err(answer.error);
    const session = answer.value;
    // Who only proved their identity stays the same user: the other tabs need no message.
    if (isSameUser(state.account(), session.account)) accept(session);
    else acceptNew(session);
    return ok(session.account);
  };

  const changeAccount = (answer: Result<Account, ApiError>): Result<Account, ApiError> => {
    if (answer.ok) state.update(answer.value);
    return answer;
  };

  const logout = async (): Promise<Result<null, ApiError>> => {
    const ended = await calls.logout();
    if (!ended.ok && ended.error.status !== 401) return err(ended.error);
    await leave();
    return ok(null);
  };

  return { begin, renew, renewRefused, signIn, changeAccount, logout };
};
