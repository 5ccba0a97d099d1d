import { ok } from '@mahlzeit/contract';
import type { Account, Result, User } from '@mahlzeit/contract';
import type { Timers } from '../clock/timers';
import type { TokenSource } from '../gateway/call-as-session';
import type { GatewayFailure } from '../gateway/gateway-failure';
import type { SessionView } from '../shell-contract';
import type { LoginInput, RegistrationInput, SessionCalls, ThirdPartyProof } from './session-calls';
import { createSessionConversation } from './session-conversation';
import type { Exclusively, SessionMark, TabChannel } from './session-ports';
import { createSessionSchedule } from './session-schedule';
import { createSessionState } from './session-state';
import type { SessionUser } from './session-state';
import { createTabFollower } from './tab-follower';

/** The session as screens see it. */
export interface SessionClient {
  get(): SessionView;
  /** Answers the way to stop. */
  subscribe(listener: () => void): () => void;
  /** Tries again after status `failed`. */
  retry(): Promise<void>;
  /** Makes an account; the anonymous visitor keeps his uid. */
  register(input: RegistrationInput): Promise<Result<Account, GatewayFailure>>;
  login(input: LoginInput): Promise<Result<Account, GatewayFailure>>;
  /** Proves by the password who is there; the same session goes on with a fresh `auth_time`. */
  reauthenticate(password: string): Promise<Result<Account, GatewayFailure>>;
  /** Signs in whom a third party has confirmed, or proves who is there; a visitor whose account is new keeps his uid. */
  completeThirdParty(proof: ThirdPartyProof): Promise<Result<Account, GatewayFailure>>;
  /** Changes the e-mail address, which then waits for its verification. */
  changeEmail(input: LoginInput): Promise<Result<Account, GatewayFailure>>;
  /** What an answer has just said of the user's document: the account shows it without waiting for the live one. */
  learn(user: User): void;
  /**
   * Ends the session in every tab and starts an anonymous one; fails where the gateway could not end it.
   * A session that the gateway has ended itself, by a deletion or a new password, counts as ended.
   */
  logout(): Promise<Result<null, GatewayFailure>>;
}

/** The session as the platform drives it. */
export interface SessionDriver extends SessionClient, TokenSource {
  start(): void;
  stop(): void;
  /** Hears of every other user, and of null while nobody is known. */
  onUser(listener: (user: SessionUser | null) => void): () => void;
  /** Hears each fresh token. */
  onToken(listener: (token: string) => void): () => void;
  /** The network is back: whatever waits for a next try is tried now. */
  wake(): void;
  /** The page is seen again: messages of other tabs may have been lost while it was frozen. */
  look(): void;
  /** The page comes back out of the browser's memory, where it heard nothing and time stood still. */
  returned(): void;
}

/** What the session needs. */
export interface SessionDeps {
  readonly calls: SessionCalls;
  readonly mark: SessionMark;
  readonly tabs: TabChannel;
  readonly exclusively: Exclusively;
  readonly timers: Timers;
  random(): number;
}

/** The session of one tab: resumed or begun at start, renewed before its end, one with the other tabs'. */
export const createSessionClient = ({ calls, mark, tabs, exclusively, timers, random }: SessionDeps): SessionDriver => {
  const state = createSessionState();
  const schedule = createSessionSchedule(timers, random);
  const again = { begin: () => void retry(), renew: () => void renew() };
  const conversation = createSessionConversation({ calls, mark, tabs, state, schedule, again });
  let stopTabs: (() => void) | null = null;

  const renew = (): Promise<void> => exclusively(conversation.renew);
  const begin = (): Promise<void> => exclusively(async () => {
    if (state.view().status !== 'known') await conversation.begin();
  });
  const retry = (): Promise<void> => {
    if (state.view().status === 'failed') state.forget('unknown');
    return begin();
  };
  const others = createTabFollower({ state, mark, schedule, renew, begin: again.begin });
  const logout = (): Promise<Result<null, GatewayFailure>> => {
    const leaving = state.account()?.uid;
    // Who went while this waited for its turn, ended by the gateway, has gone; his successor stays.
    return exclusively(async () => (leaving === undefined || leaving === state.account()?.uid ? conversation.logout() : ok(null)));
  };
  const tokensInside: TokenSource = { token: () => Promise.resolve(state.token()), renew: conversation.renewRefused };

  return {
    get: state.view,
    subscribe: state.subscribe,
    onUser: state.onUser,
    onToken: state.onToken,
    token: state.settledToken,
    renew: (refused) => exclusively(() => conversation.renewRefused(refused)),
    retry,
    login: (input) => exclusively(async () => conversation.signIn(await calls.login(input))),
    register: (input) => exclusively(async () => conversation.signIn(await calls.register(input, tokensInside))),
    reauthenticate: (password) => exclusively(async () => conversation.signIn(await calls.reauthenticate(password, tokensInside))),
    completeThirdParty: (proof) => exclusively(async () => conversation.signIn(await calls.completeThirdParty(proof, tokensInside))),
    changeEmail: (input) => exclusively(async () => conversation.changeAccount(await calls.changeEmail(input, tokensInside))),
    learn: state.learn,
    logout,
    look: others.look,
    returned: others.returned,
    wake: schedule.wake,
    start() {
      stopTabs = tabs.listen(others.hear);
      void begin();
    },
    stop() {
      schedule.stop();
      stopTabs?.();
    },
  };
};
