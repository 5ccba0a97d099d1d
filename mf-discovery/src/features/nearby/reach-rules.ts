import type { Coordinate } from '@mahlzeit/contract';
import { NEARBY_RADIUS } from '@mahlzeit/contract/rules';

/** Where is looked for places, and how far around it. */
export interface Reach {
  readonly location: Coordinate;
  /** Metres. */
  readonly radius: number;
}

/** As far as one would go by bus, and the most that may be asked for. */
const WIDER = [15_000, 50_000] as const;

/** S1§9: more places than these no list holds, however far one looks. */
export const LIMIT = 100;

/** How far around a place is looked: as usual, unless it is the one that was widened. */
export const reachAround = (location: Coordinate, widened: Reach | null): Reach =>
  widened !== null && widened.location.latitude === location.latitude && widened.location.longitude === location.longitude ? widened : { location, radius: NEARBY_RADIUS };

/** The next step outwards; null where there is none, or where the nearest hundred are found already. */
export const widerThan = ({ location, radius }: Reach, found: number): Reach | null => {
  const next = found >= LIMIT ? undefined : WIDER.find((metres) => metres > radius);
  return next === undefined ? null : { location, radius: next };
};
