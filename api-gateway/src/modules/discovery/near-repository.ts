import type { Coordinate } from '@mahlzeit/contract';
import { distanceMeters } from '@mahlzeit/contract/rules';
import type { Knex } from 'knex';
import { findPlacesInBox } from './near-dialect';
import { boxesAround, searchRadii } from './near-rules';

/** Where to look and for how many. */
export interface NearQuery {
  readonly location: Coordinate;
  /** Metres. */
  readonly radius: number;
  readonly limit: number;
}

/** A restaurant's row id and its distance. */
export interface NearPlace {
  readonly id: number;
  readonly meters: number;
}

const placesWithin = async (knex: Knex, location: Coordinate, radius: number): Promise<NearPlace[]> => {
  const found = await Promise.all(boxesAround(location, radius).map((box) => findPlacesInBox(knex, box)));
  return found
    .flat()
    .map((place) => ({ id: place.id, meters: distanceMeters(location, place) }))
    .filter(({ meters }) => meters <= radius);
};

/** The nearest partners within a radius, nearest first; the row id decides among equals. */
export const findNearest = async (knex: Knex, { location, radius, limit }: NearQuery): Promise<NearPlace[]> => {
  let places: NearPlace[] = [];
  for (const nextRadius of searchRadii(radius)) {
    places = await placesWithin(knex, location, nextRadius);
    if (places.length >= limit) break;
  }
  return places.sort((a, b) => a.meters - b.meters || a.id - b.id).slice(0, limit);
};
