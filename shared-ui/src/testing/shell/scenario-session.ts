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

/** Token of all requests in scenarios; no scenario validates it. */
export const SCENARIO_TOKEN = 'scenario-token';

/** Session whose state tests and QA can set. Login and registration call the routes of the scenario. */
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
  const calls = createSessionCalls(transport);
  const listeners = createListeners();
  const userListeners = createListeners<[SessionUser | null, SessionView]>();
  let sessionView = initialView;

  const showView = (nextView: SessionView): void => {
    sessionView = nextView;
    listeners.emit();
  };
  const set = (nextView: SessionView): void => {
    sessionView = nextView;
    userListeners.emit(userOf(nextView), nextView);
    showView(nextView);
  };
  const token = (): Promise<string | null> => {
    if (sessionView.status !== 'unknown')
      return Promise.resolve(sessionView.status === 'known' ? SCENARIO_TOKEN : null);
    return new Promise((resolve) => {
      const stopListening = listeners.add(() => {
        stopListening();
        resolve(token());
      });
    });
  };
  const renewSession = (): Promise<null> => Promise.resolve(null);
  const applySession = (answer: Result<Session, ApiError>): Result<Account, ApiError> => {
    if (!answer.ok) return err(answer.error);
    const { account } = answer.value;
    // Like the real session: a user who only confirms their identity stays the same user, so listeners of user changes
    // aren't notified.
    (sessionView.status === 'known' && isSameUser(sessionView.account, account) ? showView : set)({
      status: 'known',
      account,
    });
    return ok(account);
  };
  const applyAnswer = (answer: Result<Account, ApiError>): Result<Account, ApiError> => {
    if (answer.ok) showView({ status: 'known', account: answer.value });
    return answer;
  };
  const tokens = { token, renew: renewSession };

  return {
    get: () => sessionView,
    subscribe: listeners.add,
    onUser: userListeners.add,
    set,
    token,
    renew: renewSession,
    retry: () => Promise.resolve(set(sessionViewOf('anonymous'))),
    login: async (input) => applySession(await calls.login(input)),
    register: async (input) => applySession(await calls.register(input, tokens)),
    reauthenticate: async (password) => applySession(await calls.reauthenticate(password, tokens)),
    completeThirdParty: async (proof) => applySession(await calls.completeThirdParty(proof, tokens)),
    changeEmail: async (input) => applyAnswer(await calls.changeEmail(input, tokens)),
    applyUser(user) {
      if (sessionView.status !== 'known') return;
      const account = accountOfUser(sessionView.account, user);
      if (account !== sessionView.account) showView({ status: 'known', account });
    },
    async logout() {
      const answer = await calls.logout();
      if (!answer.ok && answer.error.status !== 401) return err(answer.error);
      set(sessionViewOf('anonymous'));
      return ok(null);
    },
  };
};
