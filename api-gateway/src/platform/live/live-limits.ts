import { liveLimits } from '@mahlzeit/contract';

/** Limits of one socket; times in real milliseconds. */
export const defaultLiveLimits = {
  ...liveLimits,
  /** Buffered bytes above which deltas are paused. The socket later catches up from the log. */
  pauseBytes: 256 * 1024,
  /** Buffered bytes above which a socket is closed after `slowForMs`. */
  slowBytes: 1024 * 1024,
  slowForMs: 10_000,
  /** Buffered bytes above which a socket is closed at once. */
  giveUpBytes: 4 * 1024 * 1024,
  helloWithinMs: 10_000,
  /** Time before expiry at which a new token is requested. */
  authNoticeMs: 60_000,
  /** Time for a client to present a token of its user's new session. */
  heldForMs: 10_000,
  /** Burst of frames from a client, and frames per second afterwards. */
  frameBurst: 200,
  framesPerSecond: 50,
  /** Interval of the checks of each socket. */
  tickMs: 1000,
  /** Interval at which heads of followed topics are compared with the log. */
  headPollMs: 1500,
  /** Time for a closing socket before it is cut. */
  closeWithinMs: 2000,
};

/** Limits of one socket. */
export type LiveLimits = Readonly<Record<keyof typeof defaultLiveLimits, number>>;
