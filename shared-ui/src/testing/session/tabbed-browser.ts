import { err, ok } from '@mahlzeit/contract';
import type { Account, Result, Session } from '@mahlzeit/contract';
import { aSession, anAccount, anAnonymousAccount } from '@mahlzeit/contract/fixtures';
import type { TokenSource } from '../../platform/api/transport';
import { apiErrorOf } from '../../platform/api/api-error';
import type { ApiError } from '../../platform/api/api-error';
import type { SessionCalls } from '../../platform/session/session-actions';
import { createSessionClient } from '../../platform/session/session-client';
import type { SessionDriver } from '../../platform/session/session-client';
import { createWithLock } from '../../platform/session/session-tabs';
import type { TabMessage } from '../../platform/session/session-tabs';
import { createManualTimers } from '../time/manual-timers';

type Answer = Promise<Result<Session, ApiError>>;

const refuseAnswer = (code: string): Answer => Promise.resolve(err(apiErrorOf(code, 401)));

/** Creates the gateway as one browser sees it: the account of the refresh cookie, and the issued tokens. */
const createAuth = () => {
  let cookie: Account | null = null;
  let serial = 0;
  let isDown = false;
  const requests: string[] = [];
  let delayed: Promise<void> | null = null;

  const answerAccount = (account: Account): Answer => {
    cookie = account;
    serial += 1;
    return Promise.resolve(ok(aSession({ idToken: `${account.uid}#${serial}`, account })));
  };
  /**
   * Responds only if the token belongs to the account of the refresh cookie, like the gateway; otherwise
   * `unauthenticated`.
   */
  const asOwner = async (tokens: TokenSource, answer: (account: Account) => Answer): Answer => {
    const uid = (await tokens.token())?.split('#')[0];
    return cookie !== null && cookie.uid === uid ? answer(cookie) : refuseAnswer('unauthenticated');
  };
  const unlessDown = (name: string, answer: () => Answer) => (): Answer => {
    requests.push(name);
    const decide = (): Answer => (isDown ? Promise.resolve(err(apiErrorOf('offline'))) : answer());
    return delayed === null ? decide() : delayed.then(decide);
  };
  const calls: SessionCalls = {
    anonymous: unlessDown('anonymous', () => answerAccount(anAnonymousAccount({ uid: `anon-${serial}` }))),
    refresh: unlessDown('refresh', () => (cookie === null ? refuseAnswer('unauthenticated') : answerAccount(cookie))),
    login: ({ password }) =>
      unlessDown('login', () =>
        password === 'mittagspause' ? answerAccount(anAccount()) : refuseAnswer('ErrorPasswordIncorrect'),
      )(),
    register: ({ email }, tokens) =>
      unlessDown('register', async () =>
        answerAccount(anAccount({ uid: (await tokens.token())?.split('#')[0], email })),
      )(),
    reauthenticate: (password, tokens) =>
      unlessDown('reauthenticate', () =>
        asOwner(tokens, (account) =>
          password === 'mittagspause' ? answerAccount(account) : refuseAnswer('ErrorPasswordIncorrect'),
        ),
      )(),
    completeThirdParty: ({ code }, tokens) =>
      unlessDown('completeThirdParty', () =>
        asOwner(tokens, (account) => {
          if (code !== 'gut') return refuseAnswer('signInCodeInvalid');
          return answerAccount(anAccount(account.isAnonymous ? { uid: account.uid, thirdParty: 'google' } : account));
        }),
      )(),
    changeEmail: async ({ email }) =>
      cookie === null ? err(apiErrorOf('unauthenticated', 401)) : ok({ ...cookie, email, verified: false }),
    logout: async () => {
      requests.push('logout');
      if (delayed !== null) await delayed;
      if (isDown) return err(apiErrorOf('offline'));
      cookie = null;
      return ok({});
    },
  };
  /** Delays the gateway's responses from now on; returns a function that releases them. */
  const delay = (): (() => void) => {
    let goOn = (): void => undefined;
    delayed = new Promise((resolve) => {
      goOn = resolve;
    });
    return goOn;
  };
  return {
    calls,
    asked: requests,
    delay,
    setDown: (down: boolean) => {
      isDown = down;
    },
    endSession: () => {
      cookie = null;
    },
  };
};

/**
 * Creates one browser for tests. Its tabs share the stored hint (uid of the session's owner), the refresh cookie and
 * the message channel.
 */
export const createTabbedBrowser = () => {
  const auth = createAuth();
  const timers = createManualTimers();
  const withLock = createWithLock(undefined);
  const listeners = new Map<object, (message: TabMessage) => void>();
  let owner: string | null = null;
  const hint = {
    owner: () => owner,
    set: (next: string) => {
      owner = next;
    },
    clear: () => {
      owner = null;
    },
  };

  /** Opens a tab. A frozen tab receives no messages. */
  const openTab = ({ isFrozen = (): boolean => false } = {}) => {
    const self = {};
    const tabs = {
      post: (message: TabMessage) => {
        for (const [tab, listener] of listeners) if (tab !== self) listener(message);
      },
      listen: (listener: (message: TabMessage) => void) => {
        listeners.set(self, (message) => (isFrozen() ? undefined : listener(message)));
        return () => listeners.delete(self);
      },
    };
    const session = createSessionClient({ calls: auth.calls, hint, tabs, withLock, timers, random: () => 0.5 });
    session.start();
    return session;
  };
  return { auth, timers, hint, openTab, settle: () => withLock(() => Promise.resolve()) };
};

/** Returns the uid of the session's user, or the status of a session without a user. */
export const uidOrStatus = (session: SessionDriver): string => {
  const view = session.get();
  return view.status === 'known' ? view.account.uid : view.status;
};
