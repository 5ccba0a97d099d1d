import { globalTopic, meTopic } from '@mahlzeit/contract';
import type { Account, User } from '@mahlzeit/contract';
import { aUser } from '@mahlzeit/contract/fixtures';
import { createManualTimers, fakeShell } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { createAlerts } from '../messages/alerts';
import { fakeAddresses } from '../fake-entries';
import { createFakeBrowser, waitTurns } from '../fake-browser';
import { createRouter } from '../router/router';
import { watchCurrentUser } from './me';
import { watchRequiredActions } from './required-actions';

interface StartOptions {
  readonly user?: User;
  readonly session?: 'anonymous' | 'verified';
  /** Fields of the account that differ from the default account of the tests. */
  readonly account?: Partial<Account>;
  /** Version of the policy that the live topic delivers; null if there is no live data. */
  readonly policyVersion?: number | null;
  readonly address?: string;
  readonly answers?: readonly ScenarioAnswer[];
  readonly screens?: readonly string[];
}

/**
 * Starts the confirmation dialogs for required actions (such as accepting the policy) in a test page with a session,
 * live data and a screen address.
 */
export const startRequiredActions = async ({
  user = aUser(),
  session = 'verified',
  account = {},
  policyVersion = 1,
  address = '/restaurants',
  answers = [],
  screens = ['profile', 'settings'],
}: StartOptions = {}) => {
  const shell = fakeShell({
    session,
    account,
    answers,
    topics: {
      [globalTopic]: {
        legal: [
          { key: 'imprintde', version: 9 },
          ...(policyVersion === null ? [] : [{ key: 'privacyde', version: policyVersion }]),
        ],
      },
      ...(session === 'verified' ? { [meTopic]: { user: [user] } } : {}),
    },
  });
  const userWatch = watchCurrentUser({ shell, timers: createManualTimers() });
  const alerts = createAlerts();
  const fakeBrowser = createFakeBrowser(address);
  const router = createRouter(fakeBrowser.browser, createManualTimers(), fakeAddresses());
  let loadCount = 0;
  const dialogModule = {
    load: () => {
      loadCount += 1;
      return Promise.resolve({ ok: false, error: 'unavailable' } as const);
    },
  };
  const stopWatching = watchRequiredActions({
    shell,
    me: userWatch,
    router,
    alerts,
    dialogModule,
    browser: window,
    lookup: fakeAddresses(screens),
  });
  await waitTurns();
  const putUser = (nextUser: User): void =>
    shell.change(meTopic, { kind: 'put', collection: 'user', key: nextUser.uid, value: { ...nextUser } });
  const putPolicy = (version: number): void =>
    shell.change(globalTopic, {
      kind: 'put',
      collection: 'legal',
      key: 'privacyde',
      value: { key: 'privacyde', version },
    });
  const alertTitle = (): string | undefined => alerts.get()?.request.title;
  const chooseAnswer = async (choice: string | null): Promise<void> => {
    alerts.answer(alerts.get()?.id ?? -1, choice);
    await waitTurns();
  };
  const snackbarTexts = (): string[] => shell.recorded.snackbars.map(({ text }) => text);
  const requestCount = (route: string): number => shell.requests.filter((request) => request === route).length;
  return {
    shell,
    alerts,
    router,
    tab: fakeBrowser,
    stop: stopWatching,
    putUser,
    putPolicy,
    alertTitle,
    choose: chooseAnswer,
    snackbarTexts,
    sent: requestCount,
    loads: () => loadCount,
  };
};
