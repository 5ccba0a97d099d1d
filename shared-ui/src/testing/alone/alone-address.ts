import type { RemoteDeclaration } from '../../platform/shell/shell-contract';
import { showsScreen } from '../shell/scenario';
import type { Scenario } from '../shell/scenario';
import { sessionKinds } from '../scenario/session-kind';
import type { SessionKind } from '../scenario/session-kind';
import { hrefOf } from '../shell/recorded';
import type { NavigationStep } from '../shell/recorded';

/** What goes wrong on purpose. */
export type Fault = 'none' | 'offline' | 'unavailable';

/** All faults, for a choice. */
export const faults: readonly Fault[] = ['none', 'offline', 'unavailable'];

/** How QA's controls stand. */
type Panel = 'shut' | 'open' | 'off';

const panels: readonly Panel[] = ['shut', 'open', 'off'];

/** What the bare host shows; kept in the address, so that a reload or a link shows the same. */
export interface AloneSetting {
  /** Name of the scenario; null: the first one. */
  readonly scenario: string | null;
  /** Another session than the scenario's. */
  readonly session: SessionKind | null;
  readonly latencyMs: number;
  readonly fault: Fault;
  /** Against a real gateway instead of scenarios. */
  readonly isReal: boolean;
  /** QA's controls; `off` draws nothing but the remote, for pictures. */
  readonly panel: Panel;
}

const oneOf = <T extends string>(all: readonly T[], value: string | null): T | null =>
  all.find((one) => one === value) ?? null;

/** Reads the setting from a query string. */
export const readSetting = (search: string): AloneSetting => {
  const query = new URLSearchParams(search);
  const latency = Number(query.get('latency'));
  return {
    scenario: query.get('scenario'),
    session: oneOf(sessionKinds, query.get('session')),
    latencyMs: Number.isFinite(latency) && latency > 0 ? latency : 0,
    fault: oneOf(faults, query.get('fault')) ?? 'none',
    isReal: query.has('gateway'),
    panel: oneOf(panels, query.get('panel')) ?? 'shut',
  };
};

/** The setting as a query string; what is as by default is left out. */
export const writeSetting = ({ scenario, session, latencyMs, fault, isReal, panel }: AloneSetting): string => {
  const query = new URLSearchParams();
  if (scenario !== null) query.set('scenario', scenario);
  if (session !== null) query.set('session', session);
  if (latencyMs > 0) query.set('latency', String(latencyMs));
  if (fault !== 'none') query.set('fault', fault);
  if (isReal) query.set('gateway', '');
  if (panel !== 'shut') query.set('panel', panel);
  return query.size === 0 ? '' : `?${query.toString()}`;
};

const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    // What was never encoded is taken as it stands.
    return segment;
  }
};

/** A screen's key and its parameters from the hash; null where there is none. */
export const readHash = (hash: string): { readonly key: string; readonly params: readonly string[] } | null => {
  const [key = '', ...params] = hash.replace(/^#/, '').split('/').map(decoded);
  return key === '' ? null : { key, params };
};

const tellHashChange = (): void => void window.dispatchEvent(new HashChangeEvent('hashchange'));

const goTo = (change: 'pushState' | 'replaceState', hash: string): void => {
  history[change](null, '', `${location.pathname}${location.search}${hash}`);
  tellHashChange();
};

/** Does a step of navigation in the page's address. */
export const walk = ([kind, ...words]: NavigationStep): void => {
  switch (kind) {
    case 'open':
    case 'replace': {
      const [key = '', ...params] = words.map(String);
      return goTo(kind === 'open' ? 'pushState' : 'replaceState', hrefOf(key, ...params));
    }
    case 'close':
      return goTo('pushState', '');
    case 'back':
      return history.go(-Number(words[0] ?? 1));
  }
};

/** The hash that a scenario begins at: its screen, or none for a slot; against a gateway the remote's first screen. */
export const startAddress = ({ screens }: RemoteDeclaration, scenario: Scenario | null): string => {
  if (scenario === null) return hrefOf(screens[0]?.key ?? '');
  return showsScreen(scenario) ? hrefOf(scenario.screen, ...(scenario.params ?? [])) : '';
};
