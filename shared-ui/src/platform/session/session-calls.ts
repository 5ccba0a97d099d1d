import { anonymousSession, login, logout, refresh, register } from '@mahlzeit/contract';
import type { Result, Session } from '@mahlzeit/contract';
import { callAsSession } from '../gateway/call-as-session';
import type { TokenSource } from '../gateway/call-as-session';
import type { GatewayFailure } from '../gateway/gateway-failure';
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

type Answer = Promise<Result<Session, GatewayFailure>>;

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
  logout: (): Promise<Result<object, GatewayFailure>> => transport.send(logout, {}, OWN_SCRIPT),
});

/** The auth routes as the session uses them. */
export type SessionCalls = ReturnType<typeof createSessionCalls>;
