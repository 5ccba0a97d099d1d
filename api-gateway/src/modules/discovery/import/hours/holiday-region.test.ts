import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrations } from '../../../../../migrations';
import { refreshGazetteer } from '../../../../../seeds/gazetteer/gazetteer';
import { openDatabase } from '../../../../platform/database/open-database';
import type { OpenDatabase } from '../../../../platform/database/open-database';
import { createSqliteDialect } from '../../../../platform/database/sqlite-dialect';
import { createRegionOf } from './holiday-region';

describe('createRegionOf', () => {
  let folder: string;
  let database: OpenDatabase;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'mahlzeit-region-'));
    database = openDatabase({ dialect: createSqliteDialect(join(folder, 'test.db')), realNow: () => 0 });
    await database.migrate(migrations);
    await database.write(refreshGazetteer);
  });

  afterAll(async () => {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([
    ['München', 48.137, 11.575, 'DE', 'Bayern'],
    ['Berlin-Marzahn', 52.544, 13.565, 'DE', 'Berlin'],
    ['Potsdam', 52.396, 13.058, 'DE', 'Brandenburg'],
    ['Hamburg-Altona', 53.55, 9.935, 'DE', 'Hamburg'],
    ['Mannheim', 49.486, 8.466, 'DE', 'Baden-Württemberg'],
    ['Ludwigshafen', 49.481, 8.441, 'DE', 'Rheinland-Pfalz'],
    ['Salzburg', 47.8, 13.04, 'AT', 'Salzburg'],
    ['Freilassing', 47.837, 12.981, 'DE', 'Bayern'],
    ['Zürich', 47.37, 8.54, 'CH', 'Zürich'],
    ['Wien', 48.21, 16.37, 'AT', 'Wien'],
  ])('knows the state of %s', async (_town, ...[latitude, longitude, countryCode, state]) => {
    expect(await createRegionOf(database)({ latitude, longitude })).toEqual({ countryCode, state });
  });

  it('knows none in the middle of the sea', async () => expect(await createRegionOf(database)({ latitude: 40, longitude: -30 })).toBeNull());
});
