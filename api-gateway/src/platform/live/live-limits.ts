import { liveLimits } from '@mahlzeit/contract';

/** Limits of one live connection. All times are real milliseconds. */
export const defaultLiveLimits = {
  ...liveLimits,
  /**
   * Number of buffered bytes above which no further changes are sent. The missed changes are later read from the change
   * log.
   */
  pauseBytes: 256 * 1024,
  /** Number of buffered bytes above which a socket is closed if the buffer stays so full for `slowForMs`. */
  slowBytes: 1024 * 1024,
  slowForMs: 10_000,
  /** Number of buffered bytes above which a socket is closed at once. */
  giveUpBytes: 4 * 1024 * 1024,
  helloWithinMs: 10_000,
  /** Time before the expiry of the token at which the gateway requests a new token from the client. */
  authNoticeMs: 60_000,
  /** Time within which a client must send a token of its user's new session. */
  heldForMs: 10_000,
  /**
   * Number of frames that a client may send at once, and number of frames per second afterwards. A user may begin as
   * many streams and polls.
   */
  frameBurst: 200,
  framesPerSecond: 50,
  /** Maximum number of live connections from one IP address. Hundreds of visitors may share an address. */
  connectionsPerAddress: 1_000,
  /** Minimum time after which a client may connect again that was refused because of too many connections. */
  turnedAwayMs: 30_000,
  /** Maximum number of a client's frames that wait to be handled; with more, its socket isn't read. */
  waitingFrames: 64,
  /** Interval at which the deadlines of each live connection are checked. */
  tickMs: 1000,
  /**
   * Interval at which the positions of followed topics are compared with the change log. If a hint gets lost or nobody
   * sends one, a change arrives later by this time at most.
   */
  headPollMs: 1000,
  /** Time within which a socket must be closed after the request to close it; afterwards the connection is cut. */
  closeWithinMs: 2000,
};

/** Limits of one live connection; tests use other numbers than the default ones. */
export type LiveLimits = Readonly<Record<keyof typeof defaultLiveLimits, number>>;
