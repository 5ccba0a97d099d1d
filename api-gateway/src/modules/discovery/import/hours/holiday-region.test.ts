import { regionOfNearestKnownTown } from './holiday-region';

describe('regionOfNearestKnownTown', () => {
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
  ])('knows the state of %s', (_town, ...[latitude, longitude, countryCode, state]) => {
    expect(regionOfNearestKnownTown({ latitude, longitude })).toEqual({ countryCode, state });
  });
});
