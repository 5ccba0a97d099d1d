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

/** Reason why an act on releases was refused. */
export interface ReleaseClientError {
  /** Error code of the contract; another code when a newer gateway has sent it, or `unreachable` without an answer. */
  readonly code: ErrorCode | (string & {});
  readonly message: string;
  /** Problems of a release that was refused; empty for other errors. */
  readonly problems: readonly ReleaseProblem[];
}

/** Result of an act on releases. */
export type ReleaseResult<T> = Result<T, ReleaseClientError>;

/**
 * Acts of the command `release`, on the database of this machine or over HTTP at a gateway elsewhere. Both give the
 * same results.
 */
export interface ReleaseClient {
  publish(archive: Uint8Array, options: PublishOptions): Promise<ReleaseResult<PublishedRelease>>;
  promote(promotion: Promotion): Promise<ReleaseResult<Release>>;
  rollBack(name: string, version: string | undefined): Promise<ReleaseResult<Release>>;
  pin(name: string, version: string | undefined): Promise<ReleaseResult<Release>>;
  unpin(name: string): Promise<ReleaseResult<Release>>;
  /** Lists the releases of one remote, or of all remotes that the caller may move. */
  list(name: string | null): Promise<ReleaseResult<readonly ReleaseSummary[]>>;
  find(name: string, version: string): Promise<ReleaseResult<Release>>;
  compare(name: string, from: string, to: string): Promise<ReleaseResult<ReleaseDiff>>;
  /** Returns the health of a remote's releases that have been delivered, newest first. */
  readHealth(name: string): Promise<ReleaseResult<readonly ReleaseHealth[]>>;
  listActs(name: string): Promise<ReleaseResult<readonly ReleaseAct[]>>;
}
