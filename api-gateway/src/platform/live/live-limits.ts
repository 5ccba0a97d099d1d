import { liveLimits } from '@mahlzeit/contract';

/** Limits of one connection. All times are real milliseconds. */
export const defaultLiveLimits = {
  ...liveLimits,
  /** Number of buffered bytes above which deltas are paused. The missed changes are later read from the log. */
  pauseBytes: 256 * 1024,
  /** Number of buffered bytes above which a socket is closed when the state lasts for `slowForMs`. */
  slowBytes: 1024 * 1024,
  slowForMs: 10_000,
  /** Number of buffered bytes above which a socket is closed at once. */
  giveUpBytes: 4 * 1024 * 1024,
  helloWithinMs: 10_000,
  /** Time before the expiry of the token at which the client is asked for a new token. */
  authNoticeMs: 60_000,
  /** Time within which a client must present a token of its user's new session. */
  heldForMs: 10_000,
  /**
   * Number of frames that a client may send at once, and number of frames per second afterwards. A user may begin as
   * many streams and polls.
   */
  frameBurst: 200,
  framesPerSecond: 50,
  /** Maximum connections from one address. Hundreds of visitors may share one. */
  connectionsPerAddress: 1_000,
  /** Least time after which a client that was turned away may come back. */
  turnedAwayMs: 30_000,
  /** Number of frames of one client that may wait before its socket isn't read any more. */
  waitingFrames: 64,
  /** Interval at which the deadlines of each socket are checked. */
  tickMs: 1000,
  /**
   * Interval at which heads of followed topics are compared with the log. A hint that got lost, or that nobody sends,
   * costs a change this time at most.
   */
  headPollMs: 1000,
  /** Time within which a closing socket must be closed; afterwards the connection is cut. */
  closeWithinMs: 2000,
};

/** Limits of one connection; tests use other numbers than the default ones. */
export type LiveLimits = Readonly<Record<keyof typeof defaultLiveLimits, number>>;
