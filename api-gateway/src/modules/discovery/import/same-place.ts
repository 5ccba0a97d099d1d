import type { Coordinate } from '@mahlzeit/contract';
import { distanceMeters, foldText } from '@mahlzeit/contract/rules';
import type { Knex } from 'knex';
import { findIdsInBox } from '../near-dialect';
import { boxesAround } from '../near-rules';
import { findActive, type ImportedPlace } from './import-repository';

const SAME_WITHIN_M = 60;

/** What tells two records of one place from two places. */
export interface Lookalike {
  readonly name: string;
  readonly location: Coordinate;
}

/** Whether both are the same place: the same name, whatever its case and accents, under 60 m apart. */
export const isSamePlace = (a: Lookalike, b: Lookalike): boolean =>
  foldText(a.name) === foldText(b.name) && distanceMeters(a.location, b.location) < SAME_WITHIN_M;

/** The active places that are the same as one, in the order in which they came. */
export const findSamePlaces = async (knex: Knex, place: Lookalike): Promise<ImportedPlace[]> => {
  const ids = await Promise.all(boxesAround(place.location, SAME_WITHIN_M).map((box) => findIdsInBox(knex, box)));
  return (await findActive(knex, ids.flat())).filter(({ own }) => isSamePlace(own, place));
};
