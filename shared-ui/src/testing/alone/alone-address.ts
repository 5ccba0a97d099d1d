import type { RemoteDeclaration } from '../../platform/shell/shell-contract';
import { showsScreen } from '../shell/scenario';
import type { Scenario } from '../shell/scenario';
import { sessionKinds } from '../scenario/session-kind';
import type { SessionKind } from '../scenario/session-kind';
import { hrefOf } from '../shell/recorded';
import type { NavigationStep } from '../shell/recorded';

/**
 * Fault that a tester can simulate. `offline`: requests fail without a response; `unavailable`: requests get the HTTP
 * status 503.
 */
export type SimulatedFault = 'none' | 'offline' | 'unavailable';

/** All faults that the panel offers for selection. */
export const SIMULATED_FAULTS: readonly SimulatedFault[] = ['none', 'offline', 'unavailable'];

/**
 * State of the panel that has the controls for testers. `shut`: only a small handle is visible; `off`: nothing is
 * visible.
 */
type PanelState = 'shut' | 'open' | 'off';

const PANEL_STATES: readonly PanelState[] = ['shut', 'open', 'off'];

/**
 * Setting of the page that runs one remote without the shell. The URL contains the setting, so that a reload or a link
 * restores it.
 */
export interface AloneSetting {
  /** Name of the scenario; null for the first scenario. */
  readonly scenario: string | null;
  /** Session that is used instead of the scenario's session; null to use the scenario's. */
  readonly session: SessionKind | null;
  readonly latencyMs: number;
  readonly fault: SimulatedFault;
  /** Whether the remote runs against a real gateway instead of scenarios. */
  readonly usesGateway: boolean;
  /** State of the panel for testers. With `off`, only the remote is visible, for screenshots. */
  readonly panel: PanelState;
}

const valueAmong = <T extends string>(allowedValues: readonly T[], queriedValue: string | null): T | null =>
  allowedValues.find((candidate) => candidate === queriedValue) ?? null;

/** Reads the setting of the page that runs one remote alone from the query string of its URL. */
export const parseSetting = (urlSearch: string): AloneSetting => {
  const searchParams = new URLSearchParams(urlSearch);
  const queriedLatencyMs = Number(searchParams.get('latency'));
  return {
    scenario: searchParams.get('scenario'),
    session: valueAmong(sessionKinds, searchParams.get('session')),
    latencyMs: Number.isFinite(queriedLatencyMs) && queriedLatencyMs > 0 ? queriedLatencyMs : 0,
    fault: valueAmong(SIMULATED_FAULTS, searchParams.get('fault')) ?? 'none',
    usesGateway: searchParams.has('gateway'),
    panel: valueAmong(PANEL_STATES, searchParams.get('panel')) ?? 'shut',
  };
};

/** Returns the query string for a setting of the page that runs one remote alone. Default values are left out. */
export const serializeSetting = ({ scenario, session, latencyMs, fault, usesGateway, panel }: AloneSetting): string => {
  const query = new URLSearchParams();
  if (scenario !== null) query.set('scenario', scenario);
  if (session !== null) query.set('session', session);
  if (latencyMs > 0) query.set('latency', String(latencyMs));
  if (fault !== 'none') query.set('fault', fault);
  if (usesGateway) query.set('gateway', '');
  if (panel !== 'shut') query.set('panel', panel);
  return query.size === 0 ? '' : `?${query.toString()}`;
};

const decodeSegment = (hashSegment: string): string => {
  try {
    return decodeURIComponent(hashSegment);
  } catch {
    // A segment that isn't validly encoded is used unchanged.
    return hashSegment;
  }
};

/** Reads a screen's key and parameters from the hash of the URL; null when the hash is empty. */
export const parseHash = (urlHash: string): { readonly key: string; readonly params: readonly string[] } | null => {
  const [key = '', ...params] = urlHash.replace(/^#/, '').split('/').map(decodeSegment);
  return key === '' ? null : { key, params };
};

const notifyHashChange = (): void => void window.dispatchEvent(new HashChangeEvent('hashchange'));

const setLocationHash = (historyMethod: 'pushState' | 'replaceState', nextHash: string): void => {
  history[historyMethod](null, '', `${location.pathname}${location.search}${nextHash}`);
  notifyHashChange();
};

/** Executes a navigation step of the screen by changing the URL, because the page has no shell. */
export const executeNavigationStep = ([stepKind, ...stepArguments]: NavigationStep): void => {
  switch (stepKind) {
    case 'open':
    case 'replace': {
      const [key = '', ...params] = stepArguments.map(String);
      return setLocationHash(stepKind === 'open' ? 'pushState' : 'replaceState', hrefOf(key, ...params));
    }
    case 'close':
      return setLocationHash('pushState', '');
    case 'back':
      return history.go(-Number(stepArguments[0] ?? 1));
  }
};

/**
 * Returns the initial hash of a scenario: that of its screen; an empty hash for a slot. If the remote runs against a
 * real gateway, returns the hash of the remote's first screen.
 */
export const startHashOf = ({ screens }: RemoteDeclaration, scenario: Scenario | null): string => {
  if (scenario === null) return hrefOf(screens[0]?.key ?? '');
  return showsScreen(scenario) ? hrefOf(scenario.screen, ...(scenario.params ?? [])) : '';
};
