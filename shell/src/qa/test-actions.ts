import type { FaultKind, TestSettingsStore } from './test-settings';

/** Value of an override that removes a remote from the page; the gateway reads it (modules/releases/overrides). */
export const OFF = 'off';

interface TestActionsDeps {
  readonly settings: TestSettingsStore;
  readonly browser: { readonly location: Pick<Location, 'pathname' | 'search' | 'hash' | 'assign' | 'reload'> };
  /** Names of the remotes for which this browser has chosen another release (an override). */
  readonly overriddenNames: readonly string[];
}

/** Changes that a tester makes. Each one loads the page again, because running code is never replaced. */
export interface TestActions {
  /** Shows another release of a remote, or a dev server's build; null returns to the usual release. */
  showRelease(name: string, value: string | null): void;
  /** Simulates a fault of a remote; null ends it. */
  setFault(name: string, fault: FaultKind | null): void;
  setLatency(latencyMs: number): void;
  resetRemote(name: string): void;
  resetAll(): void;
}

/**
 * Creates the functions with which a tester changes the page. A chosen release is a parameter of the URL, which the
 * gateway turns into a cookie.
 */
export const createTestActions = ({ settings, browser, overriddenNames }: TestActionsDeps): TestActions => {
  const { location } = browser;

  const openWith = (parameter: string): void => {
    const query = location.search === '' ? `?${parameter}` : `${location.search}&${parameter}`;
    location.assign(`${location.pathname}${query}${location.hash}`);
  };
  const openWithRelease = (name: string, value: string | null): void =>
    openWith(`remote.${name}=${encodeURIComponent(value ?? '')}`);

  const storeFault = (name: string, fault: FaultKind | null): void => {
    const { faults, ...otherSettings } = settings.read();
    const otherFaults = Object.fromEntries(Object.entries(faults).filter(([faultyName]) => faultyName !== name));
    settings.write({ ...otherSettings, faults: fault === null ? otherFaults : { ...otherFaults, [name]: fault } });
  };

  return {
    showRelease: openWithRelease,
    setFault(name, fault) {
      storeFault(name, fault);
      location.reload();
    },
    setLatency(latencyMs) {
      settings.write({ ...settings.read(), latencyMs });
      location.reload();
    },
    resetRemote(name) {
      storeFault(name, null);
      if (overriddenNames.includes(name)) openWithRelease(name, null);
      else location.reload();
    },
    resetAll() {
      settings.write({ ...settings.read(), faults: {}, latencyMs: 0 });
      if (overriddenNames.length > 0) openWith('remote');
      else location.reload();
    },
  };
};
