import { putGazetteer } from '../../modules/discovery';
import { readSetting, writeSetting } from '../../platform';
import type { WriteTransaction } from '../../platform';

/**
 * Version of `towns.json` in a database: the beginning of the rows' SHA-256. The test beside this file reports the new
 * one.
 */
export const GAZETTEER_VERSION = '42dec1c036b5d346';

const SETTING = 'gazetteer';

/** Parses a line of `towns.json` as a record of GeoNames. */
const recordOf = (line: string): unknown => {
  const [id, name, country, admin, population, latitude, longitude] = line.split(';');
  return {
    id: Number(id),
    name,
    country,
    admin,
    pop: Number(population),
    lat: Number(latitude),
    lon: Number(longitude),
  };
};

/** Adds the towns of every seed to a database without them or with another version. Towns of an import stay. */
export const refreshGazetteer = async ({ knex }: Pick<WriteTransaction, 'knex'>): Promise<void> => {
  if ((await readSetting(knex, SETTING)) === GAZETTEER_VERSION) return;
  // Loaded once in a database's lifetime, so that other starts don't parse half a megabyte.
  const { default: gazetteer } = await import('./towns.json');
  await putGazetteer(knex, gazetteer.towns.map(recordOf));
  await writeSetting(knex, SETTING, GAZETTEER_VERSION);
};
