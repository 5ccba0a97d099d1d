import { anonymousSession, changeEmail, completeThirdParty, login, logout, reauthenticate, refresh, register } from '@mahlzeit/contract';
import type { Account, Result, Session, ThirdParty } from '@mahlzeit/contract';
import { callAsSession } from '../gateway/call-as-session';
import type { TokenSource } from '../gateway/call-as-session';
import type { ApiError } from '../gateway/gateway-failure';
import type { Transport } from '../gateway/transport';

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
