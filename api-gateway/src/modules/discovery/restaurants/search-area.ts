import type { Coordinate } from '@mahlzeit/contract';

/** A box on the map: ranges of latitudes and longitudes in degrees. */
export interface BoundingBox {
  readonly south: number;
  readonly north: number;
  readonly west: number;
  readonly east: number;
}

// Radius of the earth in metres for computing boxes. It is slightly less than the mean radius by which distances are
// computed, so that a box is never too small.
const EARTH_RADIUS_METERS = 6_370_000;
const FIRST_RADIUS_METERS = 500;

const toDegrees = (radians: number): number => (radians * 180) / Math.PI;
const toRadians = (angleDegrees: number): number => (angleDegrees * Math.PI) / 180;

const wrapBox = (boundingBox: BoundingBox): BoundingBox[] => {
  if (boundingBox.west < -180)
    return [
      { ...boundingBox, west: -180 },
      { ...boundingBox, west: boundingBox.west + 360, east: 180 },
    ];
  if (boundingBox.east > 180)
    return [
      { ...boundingBox, east: 180 },
      { ...boundingBox, west: -180, east: boundingBox.east - 360 },
    ];
  return [boundingBox];
};

/**
 * Computes the boxes of coordinates that contain all points within `radiusMeters` metres: usually one box, two boxes at
 * the date line, or a ring around the earth near a pole.
 */
export const boundingBoxesAround = (center: Coordinate, radiusMeters: number): BoundingBox[] => {
  const angularRadius = radiusMeters / EARTH_RADIUS_METERS;
  const southLatitude = Math.max(-90, center.latitude - toDegrees(angularRadius));
  const northLatitude = Math.min(90, center.latitude + toDegrees(angularRadius));
  const sineOfHalfWidth = Math.sin(angularRadius) / Math.cos(toRadians(center.latitude));
  if (northLatitude === 90 || southLatitude === -90 || sineOfHalfWidth >= 1)
    return [{ south: southLatitude, north: northLatitude, west: -180, east: 180 }];
  const halfWidthDegrees = toDegrees(Math.asin(sineOfHalfWidth));
  return wrapBox({
    south: southLatitude,
    north: northLatitude,
    west: center.longitude - halfWidthDegrees,
    east: center.longitude + halfWidthDegrees,
  });
};

/** Returns the radii of a search that widens step by step: from 500 m, doubled each time, up to `radiusMeters`. */
export const searchRadii = (radiusMeters: number): number[] => {
  const increasingRadii: number[] = [];
  for (let nextRadiusMeters = FIRST_RADIUS_METERS; nextRadiusMeters < radiusMeters; nextRadiusMeters *= 2)
    increasingRadii.push(nextRadiusMeters);
  return [...increasingRadii, radiusMeters];
};
