import { storeGazetteer, storePostcodes } from '../../modules/discovery';
import { readSetting, writeSetting } from '../../platform';
import type { WriteTransaction } from '../../platform';

/**
 * Version of `towns.json`: the first characters of the SHA-256 of its rows. Each database stores the version that it
 * contains. After a change of the file, the test in this folder reports the new version.
 */
export const GAZETTEER_VERSION = '42dec1c036b5d346';

const GAZETTEER_VERSION_SETTING = 'gazetteer';

/** Version of `postcodes.json`: the first characters of the SHA-256 of its rows. */
export const POSTCODES_VERSION = '2522e1d09fa7162e';

const POSTCODES_VERSION_SETTING = 'postcodes';

/** Parses a line of `towns.json` as a record of GeoNames. */
const townRecordOf = (csvLine: string): unknown => {
  const [id, name, countryCode, adminRegion, population, latitude, longitude] = csvLine.split(';');
  return {
    id: Number(id),
    name,
    country: countryCode,
    admin: adminRegion,
    pop: Number(population),
    lat: Number(latitude),
    lon: Number(longitude),
  };
};

const refreshTowns = async ({ knex }: Pick<WriteTransaction, 'knex'>): Promise<void> => {
  if ((await readSetting(knex, GAZETTEER_VERSION_SETTING)) === GAZETTEER_VERSION) return;
  // The file of towns is loaded only when the database needs it, so that other starts don't parse half a megabyte.
  const { default: gazetteer } = await import('./towns.json');
  await storeGazetteer(knex, gazetteer.towns.map(townRecordOf));
  await writeSetting(knex, GAZETTEER_VERSION_SETTING, GAZETTEER_VERSION);
};

const refreshPostcodes = async ({ knex }: Pick<WriteTransaction, 'knex'>): Promise<void> => {
  if ((await readSetting(knex, POSTCODES_VERSION_SETTING)) === POSTCODES_VERSION) return;
  const { default: reducedFile } = await import('./postcodes.json');
  await storePostcodes(knex, reducedFile.postcodes);
  await writeSetting(knex, POSTCODES_VERSION_SETTING, POSTCODES_VERSION);
};

/**
 * Adds the towns and postcodes that every database needs, if it contains none of them or another version. Towns that an
 * import has added stay.
 */
export const refreshGazetteer = async (tx: Pick<WriteTransaction, 'knex'>): Promise<void> => {
  await refreshTowns(tx);
  await refreshPostcodes(tx);
};
