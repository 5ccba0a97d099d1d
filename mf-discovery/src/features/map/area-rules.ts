import type { Coordinate } from '@mahlzeit/contract';
import { distanceMeters } from '@mahlzeit/contract/rules';

/** Where the map has been moved to, and what it started from. */
export interface AreaMove {
  /** What the list is centred on. */
  readonly from: Coordinate;
  /** The middle of the map. */
  readonly to: Coordinate;
  /** Metres to the farthest place of the list as it was loaded; null where the list is empty. */
  readonly farthest: number | null;
  /** Metres from corner to corner of what the map shows. */
  readonly diagonal: number;
}

/** A projection rounds; nobody moved the map by that, in metres. */
const STILL = 2;

/** S1§2: another area is worth searching farther off than half the way to the farthest place, or half the diagonal where there is none. */
export const hasLeftArea = ({ from, to, farthest, diagonal }: AreaMove): boolean => distanceMeters(from, to) > (farthest ?? diagonal) / 2 + STILL;

/** Metres to the farthest of some places; null where none has a distance. */
export const farthestOf = (places: readonly { readonly initialDistanceKm: number | null }[]): number | null =>
  places.reduce<number | null>((farthest, { initialDistanceKm }) => (initialDistanceKm === null ? farthest : Math.max(farthest ?? 0, initialDistanceKm * 1_000)), null);
