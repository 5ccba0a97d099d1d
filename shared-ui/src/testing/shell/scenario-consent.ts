import type { Consent } from '../../platform/shell-contract';

/** Consent as a scenario begins; without it nothing is asked. */
export type ScenarioConsent = { readonly purposes: Consent['purposes']; readonly allowed: ReturnType<Consent['get']> };

/** Consent that lasts as long as the scenario. */
export const createScenarioConsent = ({ purposes, allowed: first }: ScenarioConsent = { purposes: [], allowed: null }): Consent => {
  const listeners = new Set<() => void>();
  let allowed = first;
  return {
    purposes,
    get: () => allowed,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    decide(next) {
      allowed = next;
      for (const listener of [...listeners]) listener();
    },
  };
};
