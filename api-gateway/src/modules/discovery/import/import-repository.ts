import type { Coordinate } from '@mahlzeit/contract';
import { distanceMeters, foldText } from '@mahlzeit/contract/rules';
import { fromJsonColumn } from '../../../platform';
import type { Connection } from '../../../platform';
import { knexOf } from '../../../platform/database/knex-of';
import { boxesAround, createRestaurantRepository, ownRestaurantOf, restaurantColumns } from '../restaurants';
import type { OwnRestaurant, RestaurantRow } from '../restaurants';
import { OSM_TAG_BY_KEY } from './osm';
import type { DatedHours } from './record';

/** Fields of a place that only the import uses. */
interface ImportTraits {
  readonly sourceKind: string | null;
  readonly datedHours: DatedHours | null;
}

/** A stored place that an import has created. */
export interface ImportedPlace extends ImportTraits {
  readonly id: number;
  readonly source: string;
  readonly sourceId: string;
  readonly isActive: boolean;
  readonly restaurant: OwnRestaurant;
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
  restaurant: ownRestaurantOf(row),
});

const traitColumns = ({ sourceKind, datedHours }: ImportTraits) => ({
  source_kind: sourceKind,
  dated_hours: datedHours === null ? null : JSON.stringify(datedHours),
});

/** Fields that identify a place and show whether it is a partner. */
export type NamedPlace = Pick<ImportedRow, 'id' | 'key' | 'name' | 'type' | 'source'>;

/** Fields of a place that pruning needs: its kind in the source, and its coordinate. */
export type SourcePlace = Pick<ImportedRow, 'id' | 'key' | 'source_id' | 'source_kind' | 'latitude' | 'longitude'>;

const SAME_PLACE_METERS = 60;

/** Name and coordinate, by which the same place in two sources is recognised. */
interface NamedLocation {
  readonly name: string;
  readonly location: Coordinate;
}

/** Stores imported places. */
export interface ImportRepository {
  /** Returns the places of a source with these ids, by id. Includes deactivated places. */
  findBySourceIds(source: string, sourceIds: readonly string[]): Promise<Map<string, ImportedPlace>>;
  /** Returns the active places of a source. */
  findActiveOfSource(source: string): Promise<SourcePlace[]>;
  /**
   * Returns active places with date-dependent hours, sorted by row id: at most `limit` places with a row id above
   * `afterId`.
   */
  findWithDatedHours(afterId: number, limit: number): Promise<ImportedPlace[]>;
  insert(place: Omit<ImportedPlace, 'id' | 'isActive'>): Promise<void>;
  /** Replaces those fields of a place that its source provides. Also activates the place again. */
  update(id: number, place: ImportTraits & { readonly restaurant: OwnRestaurant }): Promise<void>;
  /** Deactivates a place: lists and searches no longer find it. Its row stays, because other rows reference it. */
  deactivate(id: number, now: number): Promise<void>;
  /**
   * Returns active places, sorted by row id, that have the same name (ignoring case and accents) and are at most 60 m
   * away.
   */
  findSamePlaces(namedLocation: NamedLocation): Promise<NamedPlace[]>;
  /** Adds the import's own tags that the database doesn't contain. They rank behind the existing tags. */
  addTags(keys: readonly string[]): Promise<void>;
}

const tagRowsOf = (keys: readonly string[]) =>
  [...new Set(keys)].flatMap((key) => {
    const tag = OSM_TAG_BY_KEY.get(key);
    return tag === undefined
      ? []
      : { key, name: key, type: tag.type, popularity: 0, translations: JSON.stringify({ de: tag.de, en: tag.en }) };
  });

/** Creates the repository of imported places in the database. */
export const createImportRepository = (connection: Connection): ImportRepository => {
  const knex = knexOf(connection);
  const placeTable = () => knex<ImportedRow>('restaurant');
  const activePlaces = () => placeTable().whereNull('deactivated_at');

  return {
    async findBySourceIds(source, sourceIds) {
      const rows = await placeTable()
        .where({ source })
        .whereIn('source_id', [...sourceIds]);
      return new Map(rows.map((row) => [row.source_id ?? '', importedPlaceOf(row)]));
    },
    findActiveOfSource: async (source) =>
      activePlaces().where({ source }).select('id', 'key', 'source_id', 'source_kind', 'latitude', 'longitude'),
    async findWithDatedHours(afterId, limit) {
      const rows = await activePlaces()
        .whereNotNull('dated_hours')
        .where({ type: 'NonPartner' })
        .andWhere('id', '>', afterId)
        .orderBy('id')
        .limit(limit);
      return rows.map(importedPlaceOf);
    },
    async insert(place) {
      await knex('restaurant').insert({
        ...restaurantColumns(place.restaurant),
        ...traitColumns(place),
        source: place.source,
        source_id: place.sourceId,
      });
    },
    async update(id, place) {
      await knex('restaurant')
        .where({ id })
        .update({ ...restaurantColumns(place.restaurant), ...traitColumns(place), deactivated_at: null });
    },
    async deactivate(id, now) {
      await knex('restaurant').where({ id }).update({ deactivated_at: now });
    },
    async findSamePlaces({ name, location }) {
      const restaurants = createRestaurantRepository(connection);
      const placesInBoxes = await Promise.all(boxesAround(location, SAME_PLACE_METERS).map(restaurants.findInBox));
      const nearPlaces = placesInBoxes.flat().filter((place) => distanceMeters(location, place) < SAME_PLACE_METERS);
      if (nearPlaces.length === 0) return [];
      const nearbyRows = await activePlaces()
        .whereIn(
          'id',
          nearPlaces.map(({ id }) => id),
        )
        .orderBy('id')
        .select('id', 'key', 'name', 'type', 'source');
      return nearbyRows.filter((candidate) => foldText(candidate.name) === foldText(name));
    },
    async addTags(keys) {
      const rows = tagRowsOf(keys);
      if (rows.length > 0) await knex('tag').insert(rows).onConflict().ignore();
    },
  };
};
