import type { Coordinate } from '@mahlzeit/contract';
import { distanceMeters, foldText } from '@mahlzeit/contract/rules';
import { fromJsonColumn } from '../../../platform';
import type { Connection } from '../../../platform';
import { knexOf } from '../../../platform/database/knex-of';
import { boundingBoxesAround, createRestaurantRepository, ownRestaurantOf, restaurantColumns } from '../restaurants';
import type { OwnRestaurant, RestaurantRow } from '../restaurants';
import { OSM_TAG_BY_KEY } from './osm';
import type { DatedHours } from './record';

/** Fields of a place that only the import reads and writes. */
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

interface ImportedRow extends Omit<RestaurantRow, 'dated_hours'> {
  readonly source_kind: string | null;
  readonly deactivated_at: number | string | null;
  readonly dated_hours: string | DatedHours | null;
}

const importedPlaceOf = (importedRow: ImportedRow): ImportedPlace => ({
  id: importedRow.id,
  source: importedRow.source ?? '',
  sourceId: importedRow.source_id ?? '',
  isActive: importedRow.deactivated_at === null,
  sourceKind: importedRow.source_kind,
  datedHours: importedRow.dated_hours === null ? null : fromJsonColumn(importedRow.dated_hours),
  restaurant: ownRestaurantOf(importedRow),
});

const traitColumnsOf = ({ sourceKind, datedHours }: ImportTraits) => ({
  source_kind: sourceKind,
  dated_hours: datedHours === null ? null : JSON.stringify(datedHours),
});

/** Fields of a place that identify it and show whether it is a partner. */
export type NamedPlace = Pick<ImportedRow, 'id' | 'key' | 'name' | 'type' | 'source'>;

/** Fields of a place that decide whether it has vanished from its source: its kind there, and its coordinate. */
export type SourcePlace = Pick<ImportedRow, 'id' | 'key' | 'source_id' | 'source_kind' | 'latitude' | 'longitude'>;

const SAME_PLACE_METERS = 60;

/** Name and coordinate of a place, by which the same place in two sources is recognised. */
interface NamedLocation {
  readonly name: string;
  readonly location: Coordinate;
}

/** Repository that stores imported places as rows of the table `restaurant`. */
export interface ImportRepository {
  /** Returns the places of a source with these ids, by id. Includes deactivated places. */
  findBySourceIds(sourceName: string, sourceIds: readonly string[]): Promise<Map<string, ImportedPlace>>;
  /** Returns the active places of a source. */
  findActiveOfSource(sourceName: string): Promise<SourcePlace[]>;
  /**
   * Returns active places with date-dependent hours, sorted by row id: at most `maxPlaces` places with a row id above
   * `afterId`.
   */
  findWithDatedHours(afterId: number, maxPlaces: number): Promise<ImportedPlace[]>;
  insert(importedPlace: Omit<ImportedPlace, 'id' | 'isActive'>): Promise<void>;
  /** Replaces the fields of a place that its source provides. Activates the place if it was deactivated. */
  update(id: number, place: ImportTraits & { readonly restaurant: OwnRestaurant }): Promise<void>;
  /** Deactivates a place: lists and searches no longer find it. Its row stays, because other rows reference it. */
  deactivate(id: number, now: number): Promise<void>;
  /**
   * Returns active places, sorted by row id, that have the same name (ignoring case and accents) and are at most 60 m
   * away.
   */
  findSamePlaces(namedLocation: NamedLocation): Promise<NamedPlace[]>;
  /** Adds tags that only imports use, unless the database contains them. They rank behind the existing tags. */
  addTags(tagKeys: readonly string[]): Promise<void>;
}

const tagRowsOf = (tagKeys: readonly string[]) =>
  [...new Set(tagKeys)].flatMap((tagKey) => {
    const tag = OSM_TAG_BY_KEY.get(tagKey);
    return tag === undefined
      ? []
      : {
          key: tagKey,
          name: tagKey,
          type: tag.type,
          popularity: 0,
          translations: JSON.stringify({ de: tag.de, en: tag.en }),
        };
  });

/**
 * Creates the repository of imported places. With the connection of a transaction, all its queries run in that
 * transaction.
 */
export const createImportRepository = (databaseConnection: Connection): ImportRepository => {
  const knex = knexOf(databaseConnection);
  const placeTable = () => knex<ImportedRow>('restaurant');
  const activePlaces = () => placeTable().whereNull('deactivated_at');

  return {
    async findBySourceIds(sourceName, sourceIds) {
      const importedRows = await placeTable()
        .where({ source: sourceName })
        .whereIn('source_id', [...sourceIds]);
      return new Map(importedRows.map((importedRow) => [importedRow.source_id ?? '', importedPlaceOf(importedRow)]));
    },
    findActiveOfSource: async (sourceName) =>
      activePlaces()
        .where({ source: sourceName })
        .select('id', 'key', 'source_id', 'source_kind', 'latitude', 'longitude'),
    async findWithDatedHours(afterId, maxPlaces) {
      const datedHoursRows = await activePlaces()
        .whereNotNull('dated_hours')
        .where({ type: 'NonPartner' })
        .andWhere('id', '>', afterId)
        .orderBy('id')
        .limit(maxPlaces);
      return datedHoursRows.map(importedPlaceOf);
    },
    async insert(place) {
      await knex('restaurant').insert({
        ...restaurantColumns(place.restaurant),
        ...traitColumnsOf(place),
        source: place.source,
        source_id: place.sourceId,
      });
    },
    async update(id, place) {
      await knex('restaurant')
        .where({ id })
        .update({ ...restaurantColumns(place.restaurant), ...traitColumnsOf(place), deactivated_at: null });
    },
    async deactivate(id, now) {
      await knex('restaurant').where({ id }).update({ deactivated_at: now });
    },
    async findSamePlaces({ name, location }) {
      const restaurantRepository = createRestaurantRepository(databaseConnection);
      const placesInBoxes = await Promise.all(
        boundingBoxesAround(location, SAME_PLACE_METERS).map(restaurantRepository.findInBox),
      );
      const placesWithinDistance = placesInBoxes
        .flat()
        .filter((place) => distanceMeters(location, place) < SAME_PLACE_METERS);
      if (placesWithinDistance.length === 0) return [];
      const nearbyRows = await activePlaces()
        .whereIn(
          'id',
          placesWithinDistance.map(({ id }) => id),
        )
        .orderBy('id')
        .select('id', 'key', 'name', 'type', 'source');
      return nearbyRows.filter((nearbyRow) => foldText(nearbyRow.name) === foldText(name));
    },
    async addTags(tagKeys) {
      const newTagRows = tagRowsOf(tagKeys);
      if (newTagRows.length > 0) await knex('tag').insert(newTagRows).onConflict().ignore();
    },
  };
};
