import type { ShellApi } from '@mahlzeit/shared-ui/platform';
import { browserTimers } from '@mahlzeit/shared-ui/platform';
import { askConsentWhenIdle } from '../demands/ask-consent';
import { watchRequiredActions } from '../demands/watch-demands';
import type { RequiredActionDeps } from '../demands/watch-demands';
import { storeLanguage } from '../me/store-language';
import { watchMe } from '../me/watch-me';
import { watchReleases } from '../releases/watch-releases';
import type { ReleaseDeps } from '../releases/watch-releases';
import { restoreFocusAfterAlerts } from './bring-focus-home';
import type { AlertFocusDeps } from './bring-focus-home';

export interface DeferredDeps extends Omit<RequiredActionDeps, 'me' | 'browser' | 'alerts'>, AlertFocusDeps, Pick<ReleaseDeps, 'lookup' | 'holds' | 'reload'> {
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
