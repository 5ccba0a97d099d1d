import type { RemoteDeclaration } from '../../platform/shell/shell-contract';
import { showsScreen } from '../shell/scenario';
import type { Scenario } from '../shell/scenario';
import { sessionKinds } from '../scenario/session-kind';
import type { SessionKind } from '../scenario/session-kind';
import { hrefOf } from '../shell/recorded';
import type { NavigationStep } from '../shell/recorded';

/** Fault that a tester can simulate. */
export type Fault = 'none' | 'offline' | 'unavailable';

/** All faults that the panel offers for selection. */
export const faults: readonly Fault[] = ['none', 'offline', 'unavailable'];

/** State of the panel with the controls for testers. */
type PanelState = 'shut' | 'open' | 'off';

const panelStates: readonly PanelState[] = ['shut', 'open', 'off'];

/** Setting of the alone host. It is stored in the URL, so that a reload or a link restores it. */
export interface AloneSetting {
  /** Name of the scenario; null for the first scenario. */
  readonly scenario: string | null;
  /** Session that is used instead of the scenario's session; null to use the scenario's. */
  readonly session: SessionKind | null;
  readonly latencyMs: number;
  readonly fault: Fault;
  /** Whether the remote runs against a real gateway instead of scenarios. */
  readonly usesGateway: boolean;
  /** State of the panel for testers. With `off`, only the remote is visible, for screenshots. */
  readonly panel: PanelState;
}

const matchingValue = <T extends string>(values: readonly T[], value: string | null): T | null =>
  values.find((candidate) => candidate === value) ?? null;

/** Reads the setting from the query string of the URL. */
export const readSetting = (search: string): AloneSetting => {
  const query = new URLSearchParams(search);
  const queriedLatencyMs = Number(query.get('latency'));
  return {
    scenario: query.get('scenario'),
    session: matchingValue(sessionKinds, query.get('session')),
    latencyMs: Number.isFinite(queriedLatencyMs) && queriedLatencyMs > 0 ? queriedLatencyMs : 0,
    fault: matchingValue(faults, query.get('fault')) ?? 'none',
    usesGateway: query.has('gateway'),
    panel: matchingValue(panelStates, query.get('panel')) ?? 'shut',
  };
};

/** Returns the query string for a setting. Default values are left out. */
export const writeSetting = ({ scenario, session, latencyMs, fault, usesGateway, panel }: AloneSetting): string => {
  const query = new URLSearchParams();
  if (scenario !== null) query.set('scenario', scenario);
  if (session !== null) query.set('session', session);
  if (latencyMs > 0) query.set('latency', String(latencyMs));
  if (fault !== 'none') query.set('fault', fault);
  if (usesGateway) query.set('gateway', '');
  if (panel !== 'shut') query.set('panel', panel);
  return query.size === 0 ? '' : `?${query.toString()}`;
};

const decodeSegment = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    // A segment that isn't validly encoded is used unchanged.
    return segment;
  }
};

/** Reads a screen's key and parameters from the hash of the URL; null when the hash is empty. */
export const readHash = (hash: string): { readonly key: string; readonly params: readonly string[] } | null => {
  const [key = '', ...params] = hash.replace(/^#/, '').split('/').map(decodeSegment);
  return key === '' ? null : { key, params };
};

const notifyHashChange = (): void => void window.dispatchEvent(new HashChangeEvent('hashchange'));

const setHash = (historyMethod: 'pushState' | 'replaceState', hash: string): void => {
  history[historyMethod](null, '', `${location.pathname}${location.search}${hash}`);
  notifyHashChange();
};

/** Executes a navigation step of the screen on the URL of the alone host. */
export const executeStep = ([kind, ...stepArguments]: NavigationStep): void => {
  switch (kind) {
    case 'open':
    case 'replace': {
      const [key = '', ...params] = stepArguments.map(String);
      return setHash(kind === 'open' ? 'pushState' : 'replaceState', hrefOf(key, ...params));
    }
    case 'close':
      return setHash('pushState', '');
    case 'back':
      return history.go(-Number(stepArguments[0] ?? 1));
  }
};

/**
 * Returns the initial hash of a scenario: that of its screen; an empty hash for a slot. Against a gateway, returns the
 * hash of the remote's first screen.
 */
export const startAddress = ({ screens }: RemoteDeclaration, scenario: Scenario | null): string => {
  if (scenario === null) return hrefOf(screens[0]?.key ?? '');
  return showsScreen(scenario) ? hrefOf(scenario.screen, ...(scenario.params ?? [])) : '';
};
