import { refreshGazetteer } from '../../../seeds/gazetteer/gazetteer';
import type { OpenDatabase } from '../../../platform/database/open-database';
import { openTemporaryDatabase } from '../../../platform/testing/temporary-database';
import { createHolidayRegionFinder } from './holiday-region';

describe('createRegionOf', () => {
  let database: OpenDatabase;
  let remove: () => Promise<void>;

  beforeAll(async () => {
    ({ database, remove } = await openTemporaryDatabase(() => 0));
    await database.write(refreshGazetteer);
  });

  afterAll(() => remove());

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
    expect(await createHolidayRegionFinder(database)({ latitude, longitude })).toEqual({ countryCode, state });
  });

  it('knows none in the middle of the sea', async () =>
    expect(await createHolidayRegionFinder(database)({ latitude: 40, longitude: -30 })).toBeNull());
});
