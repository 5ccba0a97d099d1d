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
  let cookieAccount: Account | null = null;
  let tokenCount = 0;
  let isGatewayDown = false;
  const requests: string[] = [];
  let pendingDelay: Promise<void> | null = null;

  const answerAccount = (account: Account): Answer => {
    cookieAccount = account;
    tokenCount += 1;
    return Promise.resolve(ok(aSession({ idToken: `${account.uid}#${tokenCount}`, account })));
  };
  /**
   * Responds only if the token belongs to the account of the refresh cookie, like the gateway; otherwise
   * `unauthenticated`.
   */
  const answerAsOwner = async (tokens: TokenSource, answer: (account: Account) => Answer): Answer => {
    const uid = (await tokens.token())?.split('#')[0];
    return cookieAccount !== null && cookieAccount.uid === uid
      ? answer(cookieAccount)
      : refuseAnswer('unauthenticated');
  };
  const answerUnlessDown = (name: string, answer: () => Answer) => (): Answer => {
    requests.push(name);
    const answerOrFail = (): Answer => (isGatewayDown ? Promise.resolve(err(apiErrorOf('offline'))) : answer());
    return pendingDelay === null ? answerOrFail() : pendingDelay.then(answerOrFail);
  };
  const calls: SessionCalls = {
    anonymous: answerUnlessDown('anonymous', () => answerAccount(anAnonymousAccount({ uid: `anon-${tokenCount}` }))),
    refresh: answerUnlessDown('refresh', () =>
      cookieAccount === null ? refuseAnswer('unauthenticated') : answerAccount(cookieAccount),
    ),
    login: ({ password }) =>
      answerUnlessDown('login', () =>
        password === 'mittagspause' ? answerAccount(anAccount()) : refuseAnswer('ErrorPasswordIncorrect'),
      )(),
    register: ({ email }, tokens) =>
      answerUnlessDown('register', async () =>
        answerAccount(anAccount({ uid: (await tokens.token())?.split('#')[0], email })),
      )(),
    reauthenticate: (password, tokens) =>
      answerUnlessDown('reauthenticate', () =>
        answerAsOwner(tokens, (account) =>
          password === 'mittagspause' ? answerAccount(account) : refuseAnswer('ErrorPasswordIncorrect'),
        ),
      )(),
    completeThirdParty: ({ code }, tokens) =>
      answerUnlessDown('completeThirdParty', () =>
        answerAsOwner(tokens, (account) => {
          if (code !== 'gut') return refuseAnswer('signInCodeInvalid');
          return answerAccount(anAccount(account.isAnonymous ? { uid: account.uid, thirdParty: 'google' } : account));
        }),
      )(),
    changeEmail: async ({ email }) =>
      cookieAccount === null
        ? err(apiErrorOf('unauthenticated', 401))
        : ok({ ...cookieAccount, email, verified: false }),
    logout: async () => {
      requests.push('logout');
      if (pendingDelay !== null) await pendingDelay;
      if (isGatewayDown) return err(apiErrorOf('offline'));
      cookieAccount = null;
      return ok({});
    },
  };
  /** Delays the gateway's responses from now on; returns a function that releases them. */
  const delayAnswers = (): (() => void) => {
    let endDelay = (): void => undefined;
    pendingDelay = new Promise((resolve) => {
      endDelay = resolve;
    });
    return endDelay;
  };
  return {
    calls,
    asked: requests,
    delay: delayAnswers,
    setDown: (isDownNow: boolean) => {
      isGatewayDown = isDownNow;
    },
    endSession: () => {
      cookieAccount = null;
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
  const listenerByTab = new Map<object, (message: TabMessage) => void>();
  let hintedUid: string | null = null;
  const ownerHint = {
    owner: () => hintedUid,
    set: (nextUid: string) => {
      hintedUid = nextUid;
    },
    clear: () => {
      hintedUid = null;
    },
  };

  /** Opens a tab. A frozen tab receives no messages. */
  const openTab = ({ isFrozen = (): boolean => false } = {}) => {
    const ownTab = {};
    const tabChannel = {
      post: (message: TabMessage) => {
        for (const [tab, listener] of listenerByTab) if (tab !== ownTab) listener(message);
      },
      listen: (listener: (message: TabMessage) => void) => {
        listenerByTab.set(ownTab, (message) => (isFrozen() ? undefined : listener(message)));
        return () => listenerByTab.delete(ownTab);
      },
    };
    const session = createSessionClient({
      calls: auth.calls,
      hint: ownerHint,
      tabs: tabChannel,
      withLock,
      timers,
      random: () => 0.5,
    });
    session.start();
    return session;
  };
  return { auth, timers, hint: ownerHint, openTab, settle: () => withLock(() => Promise.resolve()) };
};

/** Returns the uid of the session's user, or the status of a session without a user. */
export const uidOrStatus = (session: SessionDriver): string => {
  const sessionView = session.get();
  return sessionView.status === 'known' ? sessionView.account.uid : sessionView.status;
};
