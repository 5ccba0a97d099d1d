import { putGazetteer } from '../../src/modules/discovery';
import { readSetting, writeSetting } from '../../src/platform';
import type { WriteTransaction } from '../../src/platform';

/**
 * Names what a database holds of `towns.json`: the beginning of the rows' SHA-256. The test beside this file tells the
 * new one.
 */
export const GAZETTEER_VERSION = '42dec1c036b5d346';

const SETTING = 'gazetteer';

/** A line of `towns.json` as a record of GeoNames. */
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

/**
 * Brings the towns that every world knows into a database that holds none, or those of another version. What an import
 * added stays.
 */
export const refreshGazetteer = async ({ knex }: Pick<WriteTransaction, 'knex'>): Promise<void> => {
  if ((await readSetting(knex, SETTING)) === GAZETTEER_VERSION) return;
  // Evaluated once in a database's life, so the other starts don't pay for half a megabyte.
  const { default: gazetteer } = await import('./towns.json');
  await putGazetteer(knex, gazetteer.towns.map(recordOf));
  await writeSetting(knex, SETTING, GAZETTEER_VERSION);
};
