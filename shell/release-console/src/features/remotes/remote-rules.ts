import { deliveredReleasesOf } from '../../releases/delivered-releases';
import type { ReleaseAct, ReleaseSummary } from '@mahlzeit/contract';
import type { OwnRemote, PublicRelease, RemoteOverview, TeamFacts } from '../../releases/overview';
import { isOwnRemote } from '../../releases/overview';

/**
 * State of the release channel `beta`: its release is the same as in `stable`, or it is newer since a time, or the
 * gateway took it back.
 */
export type BetaNote =
  { readonly kind: 'same' } | { readonly kind: 'since'; readonly at: number } | { readonly kind: 'withdrawn' };

/**
 * Row of the table: the releases of a remote that visitors get. A value is null if there is none, or if the token's
 * owner isn't allowed to know it.
 */
export interface RemoteRow {
  readonly name: string;
  readonly isOwn: boolean;
  readonly screenCount: number;
  readonly slotCount: number;
  readonly stable: string | null;
  readonly beta: { readonly version: string; readonly note: BetaNote } | null;
  readonly share: { readonly version: string; readonly percent: number | null } | null;
  readonly isPinned: boolean;
}

const betaStartOf = (acts: readonly ReleaseAct[], version: string): number | null =>
  acts.find((act) => act.channel === 'beta' && act.version === version)?.at ?? null;

const partCountsOf = (release: Pick<PublicRelease, 'screens' | 'slots'> | null) => ({
  screenCount: release?.screens.length ?? 0,
  slotCount: release?.slots.length ?? 0,
});

/** Returns the row for a remote of another team, with the facts that everybody may know. */
const foreignRowOf = ({ name, published }: RemoteOverview): RemoteRow => {
  const isOfBeta = published?.channel === 'beta';
  return {
    name,
    isOwn: false,
    ...partCountsOf(published),
    stable: isOfBeta ? null : (published?.version ?? null),
    beta: isOfBeta ? { version: published.version, note: { kind: 'same' } } : null,
    share: published === null ? null : { version: published.version, percent: published.share },
    isPinned: false,
  };
};

const betaNoteOf = (beta: ReleaseSummary, stable: ReleaseSummary | null, { acts, health }: TeamFacts): BetaNote => {
  const { version, publishedAt } = beta;
  if (health?.some((candidate) => candidate.version === version && candidate.withdrawnAt !== null) === true)
    return { kind: 'withdrawn' };
  return version === stable?.version
    ? { kind: 'same' }
    : { kind: 'since', at: betaStartOf(acts, version) ?? publishedAt };
};

const ownRowOf = ({ name, team }: OwnRemote): RemoteRow => {
  const { stable, trial, beta } = deliveredReleasesOf(team);
  const shownRelease = trial?.release ?? stable;
  return {
    name,
    isOwn: true,
    ...partCountsOf(shownRelease ?? beta),
    stable: stable?.version ?? null,
    beta: beta === null ? null : { version: beta.version, note: betaNoteOf(beta, stable, team) },
    share: shownRelease === null ? null : { version: shownRelease.version, percent: trial?.share ?? 100 },
    isPinned: stable?.isPinned ?? false,
  };
};

/** Returns the table row for a remote. */
export const remoteRowOf = (remote: RemoteOverview): RemoteRow =>
  isOwnRemote(remote) ? ownRowOf(remote) : foreignRowOf(remote);
