import type { Account, Result } from '@mahlzeit/contract';
import type { Timers } from '../clock/timers';
import type { TokenSource } from '../gateway/call-as-session';
import type { GatewayFailure } from '../gateway/gateway-failure';
import type { SessionView } from '../shell-contract';
import type { LoginInput, RegistrationInput, SessionCalls } from './session-calls';
import { createSessionConversation } from './session-conversation';
import type { Exclusively, SessionMark, TabChannel, TabMessage } from './session-ports';
import { createSessionSchedule } from './session-schedule';
import { createSessionState } from './session-state';
import type { SessionUser } from './session-state';

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
  /** Ends the session in every tab and starts an anonymous one; fails where the gateway could not end it. */
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

/** The tab that logged out begins the next session; the others wait for it this long. */
const OTHER_TAB_BEGINS_MS = 5_000;

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
  const hear = (message: TabMessage): void => {
    if (message.type === 'began') return void renew();
    state.forget('unknown');
    schedule.later(OTHER_TAB_BEGINS_MS, again.begin);
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
    logout: () => exclusively(conversation.logout),
    wake: schedule.wake,
    start() {
      stopTabs = tabs.listen(hear);
      void begin();
    },
    stop() {
      schedule.stop();
      stopTabs?.();
    },
  };
};
