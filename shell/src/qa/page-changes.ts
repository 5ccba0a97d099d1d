import type { OverrideOutcome, PageOverrides, RemoteOverride } from '@mahlzeit/contract';
import type { TestSettings } from './test-settings';

/** Differences between this page and the page that others get. */
export interface PageChanges {
  /** Names of the remotes that run in another release, have a simulated fault, or are missing; sorted. */
  readonly names: readonly string[];
  readonly isNetworkChanged: boolean;
  /** Chosen releases (overrides) that have no effect. */
  readonly problems: readonly FailedOverride[];
}

type FailedOutcome = Exclude<OverrideOutcome, 'release' | 'devServer' | 'off'>;

/** A chosen release (override) that the gateway couldn't apply. */
export type FailedOverride = RemoteOverride & { readonly outcome: FailedOutcome };

const isFailed = (override: RemoteOverride): override is FailedOverride =>
  override.outcome === 'unknownRelease' ||
  override.outcome === 'originNotAllowed' ||
  override.outcome === 'unreachable';

/** Returns the differences between this page and the page of others that a tester has caused. */
export const changesOf = (
  { remotes }: Pick<PageOverrides, 'remotes'>,
  { faults, latencyMs }: Pick<TestSettings, 'faults' | 'latencyMs'>,
): PageChanges => {
  const overriddenNames = remotes.filter((override) => !isFailed(override)).map(({ name }) => name);
  return {
    names: [...new Set([...overriddenNames, ...Object.keys(faults)])].sort(),
    isNetworkChanged: latencyMs > 0,
    problems: remotes.filter(isFailed),
  };
};

/** Whether anything differs from the page that others get. */
export const hasChanges = ({ names, isNetworkChanged }: PageChanges): boolean => names.length > 0 || isNetworkChanged;
