import type { Knex } from 'knex';
import { OSM_TAGS } from './osm/osm-new-tags';

/** Adds those of the tags that the import knows and the world doesn't have; the world's own stand in front of them. */
export const addImportedTags = async (knex: Knex, keys: readonly string[]): Promise<void> => {
  const rows = [...new Set(keys)].flatMap((key) => {
    const tag = OSM_TAGS.get(key);
    return tag === undefined ? [] : { key, name: key, type: tag.type, popularity: 0, translations: JSON.stringify({ de: tag.de, en: tag.en }) };
  });
  if (rows.length > 0) await knex('tag').insert(rows).onConflict().ignore();
};
