import type { Coordinate } from '@mahlzeit/contract';

/** A range of latitudes and longitudes in degrees. */
export interface Box {
  readonly south: number;
  readonly north: number;
  readonly west: number;
  readonly east: number;
}

// Slightly less than the mean earth radius that distances are computed with, so that a box is never too small.
const EARTH_RADIUS_METERS = 6_370_000;
const FIRST_RADIUS_METERS = 500;

const toDegrees = (radians: number): number => (radians * 180) / Math.PI;
const toRadians = (angle: number): number => (angle * Math.PI) / 180;

const wrapBox = (box: Box): Box[] => {
  if (box.west < -180)
    return [
      { ...box, west: -180 },
      { ...box, west: box.west + 360, east: 180 },
    ];
  if (box.east > 180)
    return [
      { ...box, east: 180 },
      { ...box, west: -180, east: box.east - 360 },
    ];
  return [box];
};

/**
 * Computes the boxes that contain all points within `radius` metres: usually one box, two boxes at the date line, or a
 * ring around the earth near a pole.
 */
export const boxesAround = (center: Coordinate, radius: number): Box[] => {
  const angularRadius = radius / EARTH_RADIUS_METERS;
  const south = Math.max(-90, center.latitude - toDegrees(angularRadius));
  const north = Math.min(90, center.latitude + toDegrees(angularRadius));
  const sineOfHalfWidth = Math.sin(angularRadius) / Math.cos(toRadians(center.latitude));
  if (north === 90 || south === -90 || sineOfHalfWidth >= 1) return [{ south, north, west: -180, east: 180 }];
  const halfWidthDegrees = toDegrees(Math.asin(sineOfHalfWidth));
  return wrapBox({
    south,
    north,
    west: center.longitude - halfWidthDegrees,
    east: center.longitude + halfWidthDegrees,
  });
};

/** Returns the radii of a search that widens step by step: from 500 m, doubled each time, up to `radius`. */
export const searchRadii = (radius: number): number[] => {
  const radii: number[] = [];
  for (let radiusStep = FIRST_RADIUS_METERS; radiusStep < radius; radiusStep *= 2) radii.push(radiusStep);
  return [...radii, radius];
};
