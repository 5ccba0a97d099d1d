import { err, ok } from '@mahlzeit/contract';
import type { Account, Result, Session } from '@mahlzeit/contract';
import { aSession, anAccount, anAnonymousAccount } from '@mahlzeit/contract/fixtures';
import type { TokenSource } from '../../platform/api/transport';
import { apiErrorOf } from '../../platform/api/api-error';
import type { ApiError } from '../../platform/api/api-error';
import type { SessionCache, SessionCalls } from '../../platform/session/session-actions';
import { createSessionClient } from '../../platform/session/session-client';
import type { SessionDriver } from '../../platform/session/session-client';
import { createSessionLock } from '../../platform/session/session-tabs';
import type { TabMessage } from '../../platform/session/session-tabs';
import { createManualTimers } from '../time/manual-timers';

type SessionAnswer = Promise<Result<Session, ApiError>>;

const refusedAnswer = (errorCode: string): SessionAnswer => Promise.resolve(err(apiErrorOf(errorCode, 401)));

/** Creates a fake gateway for one browser. It knows the account of the browser's refresh cookie and issues tokens. */
const createFakeGateway = () => {
  let cookieAccount: Account | null = null;
  let tokenCount = 0;
  let isGatewayDown = false;
  const requestNames: string[] = [];
  let pendingDelay: Promise<void> | null = null;

  const sessionAnswerFor = (account: Account): SessionAnswer => {
    cookieAccount = account;
    tokenCount += 1;
    return Promise.resolve(ok(aSession({ idToken: `${account.uid}#${tokenCount}`, account })));
  };
  /**
   * Responds as the gateway does: only if the token belongs to the account of the refresh cookie; otherwise with
   * `unauthenticated`.
   */
  const answerAsOwner = async (
    tokens: TokenSource,
    createAnswer: (account: Account) => SessionAnswer,
  ): SessionAnswer => {
    const uid = (await tokens.token())?.split('#')[0];
    return cookieAccount !== null && cookieAccount.uid === uid
      ? createAnswer(cookieAccount)
      : refusedAnswer('unauthenticated');
  };
  const answerUnlessDown = (callName: string, createAnswer: () => SessionAnswer) => (): SessionAnswer => {
    requestNames.push(callName);
    const answerOrFail = (): SessionAnswer =>
      isGatewayDown ? Promise.resolve(err(apiErrorOf('offline'))) : createAnswer();
    return pendingDelay === null ? answerOrFail() : pendingDelay.then(answerOrFail);
  };
  const sessionCalls: SessionCalls = {
    anonymous: answerUnlessDown('anonymous', () => sessionAnswerFor(anAnonymousAccount({ uid: `anon-${tokenCount}` }))),
    refresh: answerUnlessDown('refresh', () =>
      cookieAccount === null ? refusedAnswer('unauthenticated') : sessionAnswerFor(cookieAccount),
    ),
    login: ({ password }) =>
      answerUnlessDown('login', () =>
        password === 'mittagspause' ? sessionAnswerFor(anAccount()) : refusedAnswer('ErrorPasswordIncorrect'),
      )(),
    register: ({ email }, tokens) =>
      answerUnlessDown('register', async () =>
        sessionAnswerFor(anAccount({ uid: (await tokens.token())?.split('#')[0], email })),
      )(),
    reauthenticate: (password, tokens) =>
      answerUnlessDown('reauthenticate', () =>
        answerAsOwner(tokens, (account) =>
          password === 'mittagspause' ? sessionAnswerFor(account) : refusedAnswer('ErrorPasswordIncorrect'),
        ),
      )(),
    completeThirdParty: ({ code }, tokens) =>
      answerUnlessDown('completeThirdParty', () =>
        answerAsOwner(tokens, (account) => {
          if (code !== 'gut') return refusedAnswer('signInCodeInvalid');
          return sessionAnswerFor(
            anAccount(account.isAnonymous ? { uid: account.uid, thirdParty: 'google' } : account),
          );
        }),
      )(),
    signInBy: (_request, tokens) =>
      answerUnlessDown('signInBy', () => answerAsOwner(tokens, () => sessionAnswerFor(anAccount())))(),
    changeEmail: async ({ email }) =>
      cookieAccount === null
        ? err(apiErrorOf('unauthenticated', 401))
        : ok({ ...cookieAccount, email, verified: false }),
    logout: async () => {
      requestNames.push('logout');
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
    calls: sessionCalls,
    asked: requestNames,
    delay: delayAnswers,
    setDown: (isDownNow: boolean) => {
      isGatewayDown = isDownNow;
    },
    endSession: () => {
      cookieAccount = null;
    },
  };
};

interface TabOptions {
  isFrozen?(): boolean;
  readonly cache?: SessionCache;
  readonly startsOffline?: boolean;
}

/**
 * Creates one browser for tests. Its tabs share the stored hint (uid of the session's owner), the refresh cookie and
 * the message channel.
 */
export const createTabbedBrowser = () => {
  const fakeGateway = createFakeGateway();
  const timers = createManualTimers();
  const withLock = createSessionLock(undefined);
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
  const openTab = ({ isFrozen = () => false, ...sessionOptions }: TabOptions = {}) => {
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
      calls: fakeGateway.calls,
      hint: ownerHint,
      tabs: tabChannel,
      withLock,
      timers,
      random: () => 0.5,
      ...sessionOptions,
    });
    session.start();
    return session;
  };
  return { auth: fakeGateway, timers, hint: ownerHint, openTab, settle: () => withLock(() => Promise.resolve()) };
};

/** Returns the uid of the session's user, or the status of a session without a user. */
export const uidOrStatus = (session: SessionDriver): string => {
  const sessionView = session.get();
  return sessionView.status === 'known' ? sessionView.account.uid : sessionView.status;
};
