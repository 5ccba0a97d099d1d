import type { Coordinate } from '@mahlzeit/contract';
import { distanceMeters, foldText } from '@mahlzeit/contract/rules';
import type { Knex } from 'knex';
import { findAnyInBox } from '../near-dialect';
import { boxesAround } from '../near-rules';
import { findNamed, type NamedPlace } from './import-repository';

const SAME_WITHIN_M = 60;

/** What tells two records of one place from two places. */
export interface Lookalike {
  readonly name: string;
  readonly location: Coordinate;
}

/** The active places of the same name, whatever its case and accents, under 60 m apart; in the order in which they came. */
export const findSamePlaces = async (knex: Knex, { name, location }: Lookalike): Promise<NamedPlace[]> => {
  const around = await Promise.all(boxesAround(location, SAME_WITHIN_M).map((box) => findAnyInBox(knex, box)));
  const near = around.flat().filter((place) => distanceMeters(location, place) < SAME_WITHIN_M);
  if (near.length === 0) return [];
  const named = await findNamed(knex, near.map(({ id }) => id));
  return named.filter((other) => foldText(other.name) === foldText(name));
};
