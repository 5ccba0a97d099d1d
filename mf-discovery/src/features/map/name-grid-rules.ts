import type { Coordinate } from '@mahlzeit/contract';
import type { ViewBox } from './cluster-rules';

/** So many px lie between two points whose town is asked for. */
const CELL = 512;
const WORLD = 256;
/** A degree of latitude is about so many degrees of longitude long in the latitudes we serve. */
const LATITUDE_SHARE = 0.64;
/** More questions than that a view isn't worth. */
const MAX_POINTS = 9;

const middles = (from: number, to: number, cell: number): number[] => {
  const first = Math.floor(from / cell);
  return Array.from({ length: Math.floor(to / cell) - first + 1 }, (_, index) => (first + index + 0.5) * cell);
};

const rounded = (degrees: number): number => Math.round(degrees * 10_000) / 10_000;

/** Points spread over a view, the same for the same cell of the world: whose towns are its names. */
export const nameGrid = ({ zoom, west, south, east, north }: ViewBox): readonly Coordinate[] => {
  const wide = (360 / 2 ** Math.floor(zoom)) * (CELL / WORLD);
  const high = wide * LATITUDE_SHARE;
  return middles(south, north, high)
    .flatMap((latitude) => middles(west, east, wide).map((longitude) => ({ latitude: rounded(latitude), longitude: rounded(longitude) })))
    .slice(0, MAX_POINTS);
};
