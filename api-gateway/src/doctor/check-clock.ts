import texts from '../../locales/de.json';
import { fillText } from '../platform/escape';

/** Difference of two clocks above which leases and tokens end at the wrong time; answers take a part of it. */
const MAX_DIFFERENCE_MS = 3_000;

interface ClockReading {
  /** Name of the server whose clock was read. */
  readonly server: string;
  /** Time of the server in epoch milliseconds. */
  readonly serverNow: number;
  /** Time of this machine when the server's answer came, in epoch milliseconds. */
  readonly realNow: number;
}

/** Compares this machine's clock with a server's; returns a sentence where they differ, else null. */
export const findClockProblem = ({ server, serverNow, realNow }: ClockReading): string | null =>
  Math.abs(realNow - serverNow) <= MAX_DIFFERENCE_MS
    ? null
    : fillText(texts.doctorClockOff, { server, seconds: Math.round(Math.abs(realNow - serverNow) / 1000) });
