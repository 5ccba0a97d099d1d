import { browserTimers } from '@mahlzeit/shared-ui/platform';
import type { ShellApi } from '@mahlzeit/shared-ui/platform';
import type { Alerts } from '../alerts';
import type { FocusRestorer } from '../screens/focus-restorer';
import { storeLanguage, watchMe } from './me';
import { askConsentWhenIdle } from './questions';
import { watchReleases } from './releases';
import type { ReleaseDeps } from './releases';
import { watchRequiredActions } from './required-actions';
import type { RequiredActionDeps } from './required-actions';

interface AlertFocusDeps {
  readonly alerts: Pick<Alerts, 'get' | 'subscribe'>;
  readonly focus: Pick<FocusRestorer, 'restore'>;
}

/** Restores focus when an alert has closed: the screen that asked may have gone before it. Returns an unsubscribe function. */
export const restoreFocusAfterAlerts = ({ alerts, focus }: AlertFocusDeps): (() => void) =>
  alerts.subscribe(() => {
    if (alerts.get() === null) focus.restore();
  });

interface DeferredDeps extends Omit<RequiredActionDeps, 'me' | 'browser' | 'alerts'>, AlertFocusDeps, Pick<ReleaseDeps, 'lookup' | 'holds' | 'reload'> {
  readonly alerts: RequiredActionDeps['alerts'] & AlertFocusDeps['alerts'];
  readonly shell: ShellApi;
  readonly browser: RequiredActionDeps['browser'] & Pick<Window, 'navigator' | 'document'>;
}

/** Starts what can wait until the list is shown: required actions, consent, language, new releases. Loaded late, since the list needs none of it. Returns a function that stops it all. */
export const startDeferred = (deps: DeferredDeps): (() => void) => {
  const { shell, browser, lookup, holds, reload } = deps;
  const timers = browserTimers;
  const me = watchMe({ ...shell, timers });
  const stops = [
    me.stop,
    watchRequiredActions({ ...deps, me }),
    storeLanguage({ me, apiClient: shell.apiClient, timers, browserLanguage: browser.navigator.language }),
    restoreFocusAfterAlerts(deps),
    askConsentWhenIdle({ ...deps, consent: shell.consent }),
    watchReleases({ live: shell.live, lookup, page: browser.document, holds, timers, random: Math.random, reload }),
  ];
  return () => stops.forEach((stop) => stop());
};
