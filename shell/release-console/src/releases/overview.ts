import type { ReleaseAct, ReleaseSummary } from '@mahlzeit/contract';

/** Visits within one minute, and how many of them failed to load the release. */
export interface LoadCount {
  /** Start of the minute, or of a longer period, in epoch milliseconds. */
  readonly at: number;
  readonly visits: number;
  readonly failures: number;
}

/** Health of one release: visits and failures, as visitors' pages have reported them. */
export interface VersionHealth {
  readonly version: string;
  /** Number of visits since the first report, and number of failed visits. */
  readonly visits: number;
  readonly failures: number;
  /** Time at which the gateway took the release back by itself, in epoch milliseconds; null if it didn't. */
  readonly withdrawnAt: number | null;
  /** Minutes of the last hour with visits, oldest first. */
  readonly minutes: readonly LoadCount[];
}

/** Release that the gateway delivers to the visitor of this page. Everybody may know it. */
export interface PublicRelease {
  readonly version: string;
  readonly channel: 'stable' | 'beta';
  /** Share of the channel's visitors who get the release, in percent; null if the gateway doesn't tell. */
  readonly share: number | null;
  readonly contract: string;
  readonly screens: readonly string[];
  readonly slots: readonly string[];
  readonly commands: readonly string[];
}

/** Facts about a remote that only its own team and operators get. */
export interface TeamFacts {
  /** Releases of the remote, newest first. */
  readonly releases: readonly ReleaseSummary[];
  /** Actions on the remote's releases, newest first. */
  readonly acts: readonly ReleaseAct[];
  /** Health of the remote's releases; null if the gateway has no data about it. */
  readonly health: readonly VersionHealth[] | null;
}

/** Remote with the facts that everybody may know, and those that only its team may know. */
export interface RemoteOverview {
  readonly name: string;
  /** Release that visitors get; null if they get none. */
  readonly published: PublicRelease | null;
  /** Facts for the remote's own team; null for a remote of another team. */
  readonly team: TeamFacts | null;
}

/** Remote that belongs to the owner of the token. */
export type OwnRemote = RemoteOverview & { readonly team: TeamFacts };

/** Returns whether the owner of the token may change the releases of a remote. */
export const isOwnRemote = (remote: RemoteOverview): remote is OwnRemote => remote.team !== null;

/** Everything that the release console shows at one moment. The remotes of the token's owner come first. */
export interface Overview {
  /**
   * Time of the gateway's machine in epoch milliseconds. The times of actions and health are measured by the same
   * clock.
   */
  readonly readAt: number;
  readonly remotes: readonly RemoteOverview[];
}
