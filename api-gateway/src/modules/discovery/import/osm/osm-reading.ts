import type { ReadHours } from '../hours/hours-reader';
import type { Warn } from '../place-record';

/** How to read hours, and where warnings go. */
export interface OsmReading {
  readonly readHours: ReadHours;
  readonly warn: Warn;
}
