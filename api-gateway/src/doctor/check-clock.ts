import texts from '../../locales/de.json';
import { fillText } from '../platform/escape';

/**
 * Largest difference in milliseconds between the clocks of two machines. With a larger one, leases and tokens expire at
 * the wrong time. The time that an answer takes counts as a part of it.
 */
const MAX_DIFFERENCE_MS = 3_000;

interface ClockReading {
  /** Name of the server whose clock was read. */
  readonly server: string;
  /** Time of the server in epoch milliseconds. */
  readonly serverNow: number;
  /** Time of this machine when the server's response arrived, in epoch milliseconds. */
  readonly realNow: number;
}

/**
 * Compares this machine's clock with a server's clock. Returns a sentence about a difference that is too large, else
 * null.
 */
export const findClockProblem = ({ server, serverNow, realNow }: ClockReading): string | null =>
  Math.abs(realNow - serverNow) <= MAX_DIFFERENCE_MS
    ? null
    : fillText(texts.doctorClockOff, { server, seconds: Math.round(Math.abs(realNow - serverNow) / 1000) });
