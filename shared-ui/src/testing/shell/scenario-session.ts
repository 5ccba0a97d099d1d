import { err, ok } from '@mahlzeit/contract';
import type { Account, Result, Session } from '@mahlzeit/contract';
import type { TokenSource, Transport } from '../../platform/api/transport';
import type { ApiError } from '../../platform/api/api-error';
import { createListeners } from '../../platform/events/listeners';
import { createSessionCalls } from '../../platform/session/session-actions';
import type { SessionClient } from '../../platform/session/session-client';
import { accountOf, accountOfUser, isSameUser } from '../../platform/session/session-state';
import type { SessionUser } from '../../platform/session/session-state';
import type { SessionView } from '../../platform/shell/shell-contract';
import { sessionViewOf } from '../scenario/session-kind';

/** Token of all requests in scenarios. No scenario checks it. */
export const SCENARIO_TOKEN = 'scenario-token';

/**
 * Session of a scenario, whose state tests and testers can set. Login and registration call the routes of the scenario.
 */
export interface ScenarioSession extends SessionClient, TokenSource {
  set(view: SessionView): void;
  onUser(listener: (user: SessionUser | null, view: SessionView) => void): () => void;
}

const userOf = (view: SessionView): SessionUser | null => {
  const account = accountOf(view);
  return account && { uid: account.uid, isAnonymous: account.isAnonymous };
};

/** Creates the session of a scenario with its initial state. */
export const createScenarioSession = (transport: Transport, initialView: SessionView): ScenarioSession => {
  const sessionCalls = createSessionCalls(transport);
  const sessionListeners = createListeners();
  const userListeners = createListeners<[SessionUser | null, SessionView]>();
  let sessionView = initialView;

  const showView = (nextView: SessionView): void => {
    sessionView = nextView;
    sessionListeners.emit();
  };
  const setSessionView = (nextView: SessionView): void => {
    sessionView = nextView;
    userListeners.emit(userOf(nextView), nextView);
    showView(nextView);
  };
  const token = (): Promise<string | null> => {
    if (sessionView.status !== 'unknown')
      return Promise.resolve(sessionView.status === 'known' ? SCENARIO_TOKEN : null);
    return new Promise((resolve) => {
      const stopListening = sessionListeners.add(() => {
        stopListening();
        resolve(token());
      });
    });
  };
  const renewSession = (): Promise<null> => Promise.resolve(null);
  const applySession = (sessionResult: Result<Session, ApiError>): Result<Account, ApiError> => {
    if (!sessionResult.ok) return err(sessionResult.error);
    const { account } = sessionResult.value;
    // As in the real session, a user who only confirms their identity stays the same user, so listeners of user changes
    // aren't notified.
    (sessionView.status === 'known' && isSameUser(sessionView.account, account) ? showView : setSessionView)({
      status: 'known',
      account,
    });
    return ok(account);
  };
  const applyAnswer = (accountResult: Result<Account, ApiError>): Result<Account, ApiError> => {
    if (accountResult.ok) showView({ status: 'known', account: accountResult.value });
    return accountResult;
  };
  const tokenSource = { token, renew: renewSession };

  return {
    get: () => sessionView,
    subscribe: sessionListeners.add,
    onUser: userListeners.add,
    set: setSessionView,
    token,
    renew: renewSession,
    retry: () => Promise.resolve(setSessionView(sessionViewOf('anonymous'))),
    login: async (credentials) => applySession(await sessionCalls.login(credentials)),
    register: async (input) => applySession(await sessionCalls.register(input, tokenSource)),
    reauthenticate: async (password) => applySession(await sessionCalls.reauthenticate(password, tokenSource)),
    completeThirdParty: async (proof) => applySession(await sessionCalls.completeThirdParty(proof, tokenSource)),
    signInBy: async (request) => applySession(await sessionCalls.signInBy(request, tokenSource)),
    changeEmail: async (input) => applyAnswer(await sessionCalls.changeEmail(input, tokenSource)),
    applyUser(user) {
      if (sessionView.status !== 'known') return;
      const account = accountOfUser(sessionView.account, user);
      if (account !== sessionView.account) showView({ status: 'known', account });
    },
    async logout() {
      const logoutResult = await sessionCalls.logout();
      if (!logoutResult.ok && logoutResult.error.status !== 401) return err(logoutResult.error);
      setSessionView(sessionViewOf('anonymous'));
      return ok(null);
    },
  };
};
