import { err } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import { apiErrorOf } from '../api/api-error';
import type { ApiError } from '../api/api-error';
import type { AnyCallInput, Transport } from '../api/transport';
import type { StoredTextEntry } from '../browser/storage';
import { reportError } from '../events/event-log';
import { createListeners } from '../events/listeners';
import { createRandomKey } from './api-client';
import type { ApiClient } from './api-client';

/** Reason why nobody is signed in. `nobody`: no token was entered; `refused`: the token is wrong or revoked. */
export type TokenSignOutReason = 'nobody' | 'refused';

/**
 * Session of a page whose user signs in with a token. `checking`: the gateway checks the token; `unreached`: the check
 * failed, because the gateway could not be reached; `open`: the gateway has told to whom the token belongs.
 * `FurtherReason` contains reasons that only this page has.
 */
export type TokenSessionState<Owner, FurtherReason extends string = never> =
  | { readonly status: 'signedOut'; readonly signOutReason: TokenSignOutReason | FurtherReason }
  | { readonly status: 'checking' }
  | { readonly status: 'unreached'; readonly error: ApiError }
  | { readonly status: 'open'; readonly owner: Owner };

/** Functions on which a session by token depends. */
export interface TokenSessionDeps<Owner, FurtherReason extends string> {
  /** Entry in the browser's storage that keeps the token until `signOut`. */
  readonly storedToken: StoredTextEntry;
  /** Asks the gateway to whom the token belongs. */
  identify(token: string): Promise<Result<Owner, ApiError>>;
  /**
   * Returns the reason if an error, other than that of a refused token, ends the session; null if the error doesn't end
   * it.
   */
  reasonOfError?(error: ApiError): FurtherReason | null;
  /** Called when the token changes; null means that there is no token. */
  onToken(token: string | null): void;
}

/** Session of a user who signs in with a token. At first nobody is signed in. */
export interface TokenSession<Owner, FurtherReason extends string = never> {
  get(): TokenSessionState<Owner, FurtherReason>;
  /** Returns the token of the session, even while it is being checked; null if there is none. */
  token(): string | null;
  /** Calls the listener when the session changes. Returns an unsubscribe function. */
  subscribe(listener: () => void): () => void;
  /** Checks a token and stores it on this device. */
  signIn(token: string): Promise<void>;
  /** Removes the token and ends the session. */
  signOut(reason: TokenSignOutReason): void;
  /** Checks the token of the session again. */
  refresh(): Promise<void>;
  /** Signs in with the token that is stored on this device, if there is one. */
  resume(): Promise<void>;
}

const isTokenRefused = ({ status }: ApiError): boolean => status === 401;

// Returns whether a text can be sent in an HTTP header. If it can't, it is no token: the user has pasted something
// else.
const isHeaderSafe = (token: string): boolean => /^[\x20-\x7e]+$/.test(token);

/** Creates the session of a page whose user signs in with a token. */
export const createTokenSession = <Owner, FurtherReason extends string = never>({
  storedToken,
  identify,
  reasonOfError = () => null,
  onToken,
}: TokenSessionDeps<Owner, FurtherReason>): TokenSession<Owner, FurtherReason> => {
  type State = TokenSessionState<Owner, FurtherReason>;
  let state: State = { status: 'signedOut', signOutReason: 'nobody' };
  let token: string | null = null;
  const stateListeners = createListeners();

  const showState = (newState: State): void => {
    state = newState;
    stateListeners.emit();
  };
  const signOut = (signOutReason: TokenSignOutReason | FurtherReason): void => {
    token = null;
    storedToken.remove();
    onToken(null);
    showState({ status: 'signedOut', signOutReason });
  };
  const openSession = (owner: Owner, newToken: string): void => {
    const isNewlyOpened = state.status !== 'open';
    storedToken.write(newToken);
    showState({ status: 'open', owner });
    if (isNewlyOpened) onToken(newToken);
  };
  const requestOwner = async (newToken: string): Promise<Result<Owner, ApiError>> => {
    try {
      return await identify(newToken);
    } catch (error) {
      // An unexpected error becomes a result, so that the user can try again. Otherwise the page would wait forever.
      reportError('token_check_failed', { message: String(error) });
      return err(apiErrorOf('ErrorUnknown'));
    }
  };
  const checkToken = async (newToken: string): Promise<void> => {
    const ownerAnswer = await requestOwner(newToken);
    // The result is outdated: meanwhile another token was entered, or the user has signed out.
    if (token !== newToken) return;
    if (ownerAnswer.ok) return openSession(ownerAnswer.value, newToken);
    const signOutReason = isTokenRefused(ownerAnswer.error) ? 'refused' : reasonOfError(ownerAnswer.error);
    if (signOutReason !== null) signOut(signOutReason);
    else if (state.status !== 'open') showState({ status: 'unreached', error: ownerAnswer.error });
  };
  const signIn = async (newToken: string): Promise<void> => {
    if (!isHeaderSafe(newToken)) return signOut('refused');
    token = newToken;
    showState({ status: 'checking' });
    return checkToken(newToken);
  };

  return {
    get: () => state,
    token: () => token,
    subscribe: stateListeners.add,
    signIn: (newToken) => signIn(newToken.trim()),
    signOut,
    async refresh() {
      if (token === null) return;
      if (state.status === 'unreached') showState({ status: 'checking' });
      await checkToken(token);
    },
    async resume() {
      const persistedToken = storedToken.read();
      if (persistedToken !== null) await signIn(persistedToken);
    },
  };
};

/** Functions of a page's platform by which its user signs in and out. */
export interface TokenSignIn<Owner, FurtherReason extends string = never> {
  session(): TokenSessionState<Owner, FurtherReason>;
  /** Calls the listener when the session changes. Returns an unsubscribe function. */
  onSession(listener: () => void): () => void;
  /** Checks a token and stores it on this device until `signOut`. */
  signIn(token: string): Promise<void>;
  /** Removes the token and all data that was loaded with it. */
  signOut(): void;
  /** Checks the token again, and loads the data of its owner again. */
  checkToken(): Promise<void>;
}

/** Returns those functions of a session that the page's components use. */
export const tokenSignInOf = <Owner, FurtherReason extends string>(
  session: TokenSession<Owner, FurtherReason>,
): TokenSignIn<Owner, FurtherReason> => ({
  session: session.get,
  onSession: session.subscribe,
  signIn: session.signIn,
  signOut: () => session.signOut('nobody'),
  checkToken: session.refresh,
});

/** Creates the client that calls the gateway with the session's token. A refused token ends the session. */
export const createTokenClient = (
  transport: Transport,
  session: Pick<TokenSession<unknown, string>, 'token' | 'signOut'>,
): ApiClient => {
  const callWithToken: ApiClient['call'] = async (route, callInput: AnyCallInput, signal) => {
    const token = session.token();
    const inputWithIdempotencyKey =
      route.method === 'GET'
        ? callInput
        : { ...callInput, idempotencyKey: callInput.idempotencyKey ?? createRandomKey() };
    const routeAnswer = await transport.send(route, inputWithIdempotencyKey, { token, signal });
    if (!routeAnswer.ok && isTokenRefused(routeAnswer.error) && session.token() === token) session.signOut('refused');
    return routeAnswer;
  };
  return { call: callWithToken, callAny: callWithToken };
};
