import type { Knex } from 'knex';
import type { Box } from './near-rules';

/** A place in the spatial index: the row id of its restaurant and where it is. */
export interface IndexedPlace {
  readonly id: number;
  readonly latitude: number;
  readonly longitude: number;
}

interface RTreeRow extends IndexedPlace {
  readonly type: string;
  readonly min_latitude: number;
  readonly max_latitude: number;
  readonly min_longitude: number;
  readonly max_longitude: number;
}

const inBox = (knex: Knex, { south, north, west, east }: Box) =>
  knex<RTreeRow>('restaurant_place')
    .where('max_latitude', '>=', south)
    .andWhere('min_latitude', '<=', north)
    .andWhere('max_longitude', '>=', west)
    .andWhere('min_longitude', '<=', east);

/** SQLite: the R*Tree holds boxes rounded outwards, so what it finds has to be measured again. Alone, without a join, which ANALYZE would turn round. */
export const findPlacesInBox = (knex: Knex, box: Box): Promise<IndexedPlace[]> =>
  inBox(knex, box).andWhereNot('type', 'NonPartner').select('id', 'latitude', 'longitude');

/** All places in a box, partners or not. */
export const findAnyInBox = (knex: Knex, box: Box): Promise<IndexedPlace[]> => inBox(knex, box).select('id', 'latitude', 'longitude');
