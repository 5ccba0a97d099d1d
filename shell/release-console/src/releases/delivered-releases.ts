import type { ReleaseAct, ReleaseSummary } from '@mahlzeit/contract';
import type { TeamFacts } from './overview';

/** Releases of one remote that visitors get. */
export interface DeliveredReleases {
  /**
   * Release of the channel `stable`; during a trial, the release that all other visitors get. Null if there is none.
   */
  readonly stable: ReleaseSummary | null;
  /** Release on trial, which only a share of the visitors of the channel `stable` gets. */
  readonly trial: { readonly release: ReleaseSummary; readonly share: number } | null;
  readonly beta: ReleaseSummary | null;
}

/**
 * Returns the share of a channel's visitors, in percent, who get a release; 0 for a release that the channel doesn't
 * deliver.
 */
export const shareOf = ({ channels }: Pick<ReleaseSummary, 'channels'>, channel: 'stable' | 'beta'): number =>
  channels.find((delivery) => delivery.channel === channel)?.share ?? 0;

const isOfStable = ({ channel }: ReleaseAct): boolean => channel === 'stable';

/** Returns which releases of a remote visitors get. */
export const deliveredReleasesOf = ({ releases, acts }: Pick<TeamFacts, 'releases' | 'acts'>): DeliveredReleases => {
  const betaRelease = releases.find((release) => shareOf(release, 'beta') > 0) ?? null;
  const deliveredReleases = releases.filter((release) => shareOf(release, 'stable') > 0);
  if (deliveredReleases.length < 2) return { stable: deliveredReleases[0] ?? null, trial: null, beta: betaRelease };
  // The last action on one of the two releases began the trial. Without such an action in the log, the newer release is
  // the one on trial.
  const lastAct = acts.find(
    (act) => isOfStable(act) && deliveredReleases.some(({ version }) => version === act.version),
  );
  const trialRelease = deliveredReleases.find(({ version }) => version === lastAct?.version) ?? deliveredReleases[0];
  const stable = deliveredReleases.find((candidate) => candidate !== trialRelease) ?? null;
  return {
    stable,
    trial: trialRelease === undefined ? null : { release: trialRelease, share: shareOf(trialRelease, 'stable') },
    beta: betaRelease,
  };
};

/**
 * Returns the versions that the channel `stable` has delivered to everybody, the current one last, as the gateway keeps
 * them.
 */
const stableHistoryOf = (acts: readonly ReleaseAct[]): readonly string[] => {
  const history: string[] = [];
  for (const { act, version, share } of [...acts].reverse().filter(isOfStable)) {
    if (act === 'rollback' && history.includes(version)) history.length = history.lastIndexOf(version) + 1;
    else if ((share ?? 100) === 100 && history.at(-1) !== version) history.push(version);
  }
  return history;
};

/**
 * Returns the version to which the channel `stable` can be taken back: during a trial, the release of all other
 * visitors, otherwise the release before the current one. Null if there is none.
 */
export const rollbackTargetOf = (facts: Pick<TeamFacts, 'releases' | 'acts'>): string | null => {
  const { stable, trial } = deliveredReleasesOf(facts);
  if (stable === null) return null;
  if (trial !== null) return stable.version;
  const isStored = (candidate: string): boolean => facts.releases.some(({ version }) => version === candidate);
  const earlierVersions = stableHistoryOf(facts.acts).slice(0, -1);
  return earlierVersions.findLast((candidate) => candidate !== stable.version && isStored(candidate)) ?? null;
};

/**
 * Returns the release in which a remote's team is probably interested: the one on trial, a newer one in the channel
 * `beta`, or that of `stable`.
 */
export const focusedReleaseOf = (facts: Pick<TeamFacts, 'releases' | 'acts'>): ReleaseSummary | null => {
  const { stable, trial, beta } = deliveredReleasesOf(facts);
  if (trial !== null) return trial.release;
  if (beta !== null && (stable === null || beta.publishedAt > stable.publishedAt)) return beta;
  return stable ?? facts.releases[0] ?? null;
};

/** Returns the version with which a release is compared by default. It is the release itself if there is no other. */
export const defaultComparisonOf = (facts: Pick<TeamFacts, 'releases' | 'acts'>, version: string): string => {
  const { stable } = deliveredReleasesOf(facts);
  if (stable !== null && stable.version !== version) return stable.version;
  return rollbackTargetOf(facts) ?? facts.releases.find((release) => release.version !== version)?.version ?? version;
};
