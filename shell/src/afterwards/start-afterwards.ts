import type { ShellApi } from '@mahlzeit/shared-ui/platform';
import { browserTimers } from '@mahlzeit/shared-ui/platform';
import { askConsentWhenCalm, watchDemands } from '../demands';
import type { DemandDeps } from '../demands';
import { storeLanguage, watchMe } from '../me';
import { watchReleases } from '../releases';
import type { ReleaseDeps } from '../releases';
import { bringFocusHome } from './bring-focus-home';
import type { FocusHomeDeps } from './bring-focus-home';

/** What begins after the list is started with. */
export interface AfterwardsDeps extends Omit<DemandDeps, 'me' | 'browser' | 'alerts'>, FocusHomeDeps, Pick<ReleaseDeps, 'lookup' | 'holds' | 'reload'> {
  readonly alerts: DemandDeps['alerts'] & FocusHomeDeps['alerts'];
  readonly shell: ShellApi;
  readonly browser: DemandDeps['browser'] & Pick<Window, 'navigator' | 'document'>;
}

/** What is asked of whoever is there, and stored of him, once the list stands, and what can wait for that: loaded late, since the list needs none of it. Answers the way to stop. */
export const startAfterwards = (deps: AfterwardsDeps): (() => void) => {
  const { shell, browser, lookup, holds, reload } = deps;
  const timers = browserTimers;
  const me = watchMe({ ...shell, timers });
  const stops = [
    me.stop,
    watchDemands({ ...deps, me }),
    storeLanguage({ me, gateway: shell.gateway, timers, browserLanguage: browser.navigator.language }),
    bringFocusHome(deps),
    askConsentWhenCalm({ ...deps, consent: shell.consent }),
    watchReleases({ live: shell.live, lookup, page: browser.document, holds, timers, random: Math.random, reload }),
  ];
  return () => stops.forEach((stop) => stop());
};
