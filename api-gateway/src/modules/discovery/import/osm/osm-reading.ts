import type { ReadHours } from '../hours/hours-reader';
import type { Warn } from '../place-record';

/** What reading an extract of OpenStreetMap takes. */
export interface OsmReading {
  readonly readHours: ReadHours;
  readonly warn: Warn;
}
