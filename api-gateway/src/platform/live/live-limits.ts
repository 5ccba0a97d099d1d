import { liveLimits } from '@mahlzeit/contract';

/** What one socket may take and hold; times in real milliseconds. */
export const defaultLiveLimits = {
  ...liveLimits,
  /** Buffered bytes over which no more deltas are sent: the socket catches up from the log once they are gone. */
  pauseBytes: 256 * 1024,
  /** Buffered bytes over which a socket is given up after `slowForMs`. */
  slowBytes: 1024 * 1024,
  slowForMs: 10_000,
  /** Buffered bytes over which a socket is given up at once. */
  giveUpBytes: 4 * 1024 * 1024,
  helloWithinMs: 10_000,
  /** How long before its end a new token is asked for. */
  authNoticeMs: 60_000,
  /** How long a client whose user goes on under another session gets to show a token of it. */
  heldForMs: 10_000,
  /** Frames a client may send at once, and how many more each second. */
  frameBurst: 200,
  framesPerSecond: 50,
  /** How often sockets are looked after. */
  tickMs: 1000,
  /** How often the heads of followed topics are compared with the log. */
  headPollMs: 1500,
  /** How long a closing socket gets before it is cut. */
  closeWithinMs: 2000,
};

/** What one socket may take and hold. */
export type LiveLimits = Readonly<Record<keyof typeof defaultLiveLimits, number>>;
