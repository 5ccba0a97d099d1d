import type {
  ErrorCode,
  PublishedRelease,
  Release,
  ReleaseAct,
  ReleaseDiff,
  ReleaseHealth,
  ReleaseProblem,
  ReleaseSummary,
  Result,
} from '@mahlzeit/contract';
import type { Promotion, PublishOptions } from '../modules/releases';

/** Reason why a release client's call was refused. */
export interface ReleaseClientError {
  /**
   * Error code of the contract; an unknown code when a newer gateway has sent it; `unreachable` when there was no
   * response.
   */
  readonly code: ErrorCode | (string & {});
  readonly message: string;
  /** Problems of a release that was refused; empty for other errors. */
  readonly problems: readonly ReleaseProblem[];
}

/** Result of a release client's call. */
export type ReleaseResult<T> = Result<T, ReleaseClientError>;

/**
 * Functions that the command `release` calls, either on the database of this machine or over HTTP on a remote gateway.
 * Both give the same results.
 */
export interface ReleaseClient {
  publish(archive: Uint8Array, options: PublishOptions): Promise<ReleaseResult<PublishedRelease>>;
  promote(promotion: Promotion): Promise<ReleaseResult<Release>>;
  rollBack(name: string, version: string | undefined): Promise<ReleaseResult<Release>>;
  pin(name: string, version: string | undefined): Promise<ReleaseResult<Release>>;
  unpin(name: string): Promise<ReleaseResult<Release>>;
  /** Lists the releases of one remote, or of all remotes that the caller may release. */
  list(name: string | null): Promise<ReleaseResult<readonly ReleaseSummary[]>>;
  find(name: string, version: string): Promise<ReleaseResult<Release>>;
  compare(name: string, from: string, to: string): Promise<ReleaseResult<ReleaseDiff>>;
  /** Returns how often a remote's delivered releases have loaded and failed in browsers, newest release first. */
  readHealth(name: string): Promise<ReleaseResult<readonly ReleaseHealth[]>>;
  listActs(name: string): Promise<ReleaseResult<readonly ReleaseAct[]>>;
}
