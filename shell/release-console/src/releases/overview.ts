import type { ReleaseAct, ReleaseSummary } from '@mahlzeit/contract';

/** Visits within one minute, and how many of them failed to load the release. */
export interface LoadCount {
  /** Start of the minute, or of a longer period, in epoch milliseconds. */
  readonly at: number;
  readonly visits: number;
  readonly failures: number;
}

/** Health of one release, as visitors' pages have reported it. */
export interface VersionHealth {
  readonly version: string;
  /** Visits since the first report, and how many of them failed. */
  readonly visits: number;
  readonly failures: number;
  /** Time at which the gateway took the release back by itself, in epoch milliseconds; null if it didn't. */
  readonly withdrawnAt: number | null;
  /** Minutes of the last hour with visits, oldest first. */
  readonly minutes: readonly LoadCount[];
}

/** Release that the gateway gives to this page's visitor; everybody may know it. */
export interface PublicRelease {
  readonly version: string;
  readonly channel: 'stable' | 'beta';
  /** Part of the channel's visitors in percent; null if the gateway doesn't tell. */
  readonly share: number | null;
  readonly contract: string;
  readonly screens: readonly string[];
  readonly slots: readonly string[];
  readonly commands: readonly string[];
}

/** Facts about a remote that only its own team and operators get. */
export interface TeamFacts {
  /** Newest first. */
  readonly releases: readonly ReleaseSummary[];
  /** Newest first. */
  readonly acts: readonly ReleaseAct[];
  /** Health of its releases; null if the gateway has none. */
  readonly health: readonly VersionHealth[] | null;
}

/** A remote: what everybody gets, and what only its team knows. */
export interface RemoteOverview {
  readonly name: string;
  /** Null for a remote that no visitor gets. */
  readonly published: PublicRelease | null;
  /** Null for a remote of another team. */
  readonly team: TeamFacts | null;
}

/** Remote of the token's owner. */
export type OwnRemote = RemoteOverview & { readonly team: TeamFacts };

/** Whether the token moves a remote. */
export const isOwnRemote = (remote: RemoteOverview): remote is OwnRemote => remote.team !== null;

/** Everything that the page shows at one moment; the owner's remotes come first. */
export interface Overview {
  /** Time of the gateway's machine, in epoch milliseconds. Acts and health have the times of this clock. */
  readonly readAt: number;
  readonly remotes: readonly RemoteOverview[];
}
