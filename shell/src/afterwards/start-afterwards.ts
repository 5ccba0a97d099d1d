import type { ShellApi } from '@mahlzeit/shared-ui/platform';
import { browserTimers } from '@mahlzeit/shared-ui/platform';
import { askConsentWhenCalm, watchDemands } from '../demands';
import type { DemandDeps } from '../demands';
import { storeLanguage, watchMe } from '../me';

/** What begins after the list is started with. */
export interface AfterwardsDeps extends Omit<DemandDeps, 'me' | 'browser'> {
  readonly shell: ShellApi;
  readonly browser: DemandDeps['browser'] & Pick<Window, 'navigator'>;
}

/** What is asked of whoever is there, and stored of him, once the list stands: loaded late, since the list needs none of it. Answers the way to stop. */
export const startAfterwards = (deps: AfterwardsDeps): (() => void) => {
  const { shell, router, alerts, dialogParts, browser } = deps;
  const me = watchMe({ ...shell, timers: browserTimers });
  const stops = [
    me.stop,
    watchDemands({ ...deps, me }),
    storeLanguage({ me, gateway: shell.gateway, timers: browserTimers, browserLanguage: browser.navigator.language }),
    askConsentWhenCalm({ consent: shell.consent, router, alerts, dialogParts }),
  ];
  return () => stops.forEach((stop) => stop());
};
