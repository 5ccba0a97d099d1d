import type { Coordinate } from '@mahlzeit/contract';
import { distanceMeters, foldText } from '@mahlzeit/contract/rules';
import type { Knex } from 'knex';
import { fromJsonColumn } from '../../../platform';
import { boxesAround, findAnyInBox, ownRestaurantOf, restaurantColumns } from '../restaurant-repository';
import type { OwnRestaurant, RestaurantRow } from '../restaurant-repository';
import { OSM_TAGS } from './osm/osm-cuisines';
import type { DatedHours } from './place-record';

/** What an import keeps of a place beside its own fields. */
interface ImportTraits {
  readonly sourceKind: string | null;
  readonly datedHours: DatedHours | null;
}

/** A place that an import brought, as the database has it. */
export interface ImportedPlace extends ImportTraits {
  readonly id: number;
  readonly source: string;
  readonly sourceId: string;
  readonly isActive: boolean;
  readonly own: OwnRestaurant;
}

interface ImportedRow extends RestaurantRow {
  readonly source_kind: string | null;
  readonly deactivated_at: number | string | null;
  readonly dated_hours: string | DatedHours | null;
}

const importedPlaceOf = (row: ImportedRow): ImportedPlace => ({
  id: row.id,
  source: row.source ?? '',
  sourceId: row.source_id ?? '',
  isActive: row.deactivated_at === null,
  sourceKind: row.source_kind,
  datedHours: row.dated_hours === null ? null : fromJsonColumn(row.dated_hours),
  own: ownRestaurantOf(row),
});

const traitColumns = ({ sourceKind, datedHours }: ImportTraits) => ({
  source_kind: sourceKind,
  dated_hours: datedHours === null ? null : JSON.stringify(datedHours),
});

/** The places that a source has under those ids, gone ones included, by id. */
export const findImported = async (knex: Knex, source: string, sourceIds: readonly string[]): Promise<Map<string, ImportedPlace>> => {
  const rows = await knex<ImportedRow>('restaurant').where({ source }).whereIn('source_id', [...sourceIds]);
  return new Map(rows.map((row) => [row.source_id ?? '', importedPlaceOf(row)]));
};

/** A place in few words. */
export type NamedPlace = Pick<ImportedRow, 'id' | 'key' | 'name' | 'type' | 'source'>;

/** The active places of those row ids, in the order in which they came. */
const findNamed = (knex: Knex, ids: readonly number[]): Promise<NamedPlace[]> =>
  knex<ImportedRow>('restaurant').whereIn('id', [...ids]).whereNull('deactivated_at').orderBy('id').select('id', 'key', 'name', 'type', 'source');

/** Where and what the active places of a source are. */
export const findActiveOfSource = async (knex: Knex, source: string) =>
  knex<ImportedRow>('restaurant').where({ source }).whereNull('deactivated_at').select('id', 'key', 'source_id', 'source_kind', 'latitude', 'longitude');

/** The active places whose hours depend on the date, some at a time, in the order of their row ids. */
export const findDated = async (knex: Knex, afterId: number, limit: number): Promise<ImportedPlace[]> =>
  (await knex<ImportedRow>('restaurant').whereNotNull('dated_hours').whereNull('deactivated_at').where({ type: 'NonPartner' }).andWhere('id', '>', afterId).orderBy('id').limit(limit))
    .map(importedPlaceOf);

/** Adds a place. */
export const insertImported = async (knex: Knex, place: Omit<ImportedPlace, 'id' | 'isActive'>): Promise<void> => {
  await knex('restaurant').insert({ ...restaurantColumns(place.own), ...traitColumns(place), source: place.source, source_id: place.sourceId });
};

/** Replaces what a place's source says of it, and makes it active again. */
export const updateImported = async (knex: Knex, id: number, place: ImportTraits & { readonly own: OwnRestaurant }): Promise<void> => {
  await knex('restaurant').where({ id }).update({ ...restaurantColumns(place.own), ...traitColumns(place), deactivated_at: null });
};

/** Takes a place out of lists and searches; its row stays for what points at it. */
export const deactivate = async (knex: Knex, id: number, at: number): Promise<void> => {
  await knex('restaurant').where({ id }).update({ deactivated_at: at });
};

const SAME_WITHIN_M = 60;

/** What tells two records of one place from two places. */
interface Lookalike {
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

/** Adds those of the tags that the import knows and the database doesn't have; the database's own rank before them. */
export const addImportedTags = async (knex: Knex, keys: readonly string[]): Promise<void> => {
  const rows = [...new Set(keys)].flatMap((key) => {
    const tag = OSM_TAGS.get(key);
    return tag === undefined ? [] : { key, name: key, type: tag.type, popularity: 0, translations: JSON.stringify({ de: tag.de, en: tag.en }) };
  });
  if (rows.length > 0) await knex('tag').insert(rows).onConflict().ignore();
};
