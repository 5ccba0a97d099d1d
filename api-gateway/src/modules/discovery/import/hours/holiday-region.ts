import type { Coordinate } from '@mahlzeit/contract';
import { distanceMeters } from '@mahlzeit/contract/rules';
import type { Database } from '../../../../platform';
import { findNearestTown } from '../../gazetteer/gazetteer-repository';
import type { CountryCode } from '../../gazetteer/gazetteer-repository';

/** What public holidays depend on. */
export interface HolidayRegion {
  readonly countryCode: CountryCode;
  /** German name of the federal state or canton, `Bayern`. */
  readonly state: string;
}

/** Tells the region of a place. */
export type RegionOf = (at: Coordinate) => Promise<HolidayRegion>;

type Position = readonly [latitude: number, longitude: number];

// A few towns of each state, mostly near its borders, where the nearest one decides.
const GERMANY: Readonly<Record<string, readonly Position[]>> = {
  'Baden-Württemberg': [[48.78, 9.18], [49.49, 8.47], [49.01, 8.4], [48.0, 7.85], [48.4, 9.99], [49.14, 9.22], [47.66, 9.18], [47.78, 9.61], [48.84, 10.09], [49.41, 8.69], [47.62, 7.66], [48.49, 9.2], [49.77, 9.52]],
  Bayern: [[48.14, 11.58], [49.45, 11.08], [48.37, 10.9], [49.79, 9.95], [49.01, 12.1], [48.57, 13.46], [47.73, 10.31], [49.97, 9.15], [50.26, 10.96], [50.31, 11.91], [47.86, 12.12], [47.55, 9.69], [48.4, 10.02], [47.84, 12.98], [48.18, 12.83], [49.68, 12.16], [50.05, 10.23], [48.85, 10.49]],
  Berlin: [[52.52, 13.4], [52.54, 13.2], [52.44, 13.58], [52.43, 13.26], [52.57, 13.35], [52.54, 13.6]],
  Brandenburg: [[52.39, 13.06], [51.76, 14.33], [52.35, 14.55], [52.41, 12.56], [53.07, 11.86], [53.31, 13.86], [52.75, 13.24], [52.68, 13.59], [52.3, 13.63], [52.09, 13.17], [51.52, 13.99]],
  Bremen: [[53.08, 8.8], [53.55, 8.58], [53.17, 8.62]],
  Hamburg: [[53.55, 9.99], [53.46, 9.98], [53.6, 10.1], [53.58, 9.83], [53.49, 10.2], [53.64, 10.02]],
  Hessen: [[50.11, 8.68], [51.31, 9.49], [50.08, 8.24], [49.87, 8.65], [50.55, 9.68], [50.58, 8.68], [50.81, 8.77], [49.64, 8.64], [50.98, 9.8], [50.1, 8.77]],
  'Mecklenburg-Vorpommern': [[54.09, 12.13], [53.63, 11.41], [54.31, 13.09], [53.56, 13.26], [54.1, 13.38], [53.89, 11.46]],
  Niedersachsen: [[52.37, 9.73], [52.27, 10.52], [53.14, 8.21], [52.28, 8.05], [51.53, 9.92], [53.25, 10.41], [53.37, 7.21], [53.6, 9.48], [53.36, 9.21], [53.33, 9.97], [52.52, 7.32], [52.42, 10.79], [53.53, 8.11]],
  'Nordrhein-Westfalen': [[50.94, 6.96], [51.23, 6.78], [51.51, 7.47], [51.96, 7.63], [52.02, 8.53], [50.78, 6.08], [50.73, 7.1], [50.87, 8.02], [51.45, 7.01], [51.72, 8.75], [51.83, 6.62], [52.28, 7.44], [52.29, 8.92], [51.77, 9.38]],
  'Rheinland-Pfalz': [[50.0, 8.27], [49.48, 8.44], [50.36, 7.59], [49.76, 6.64], [49.44, 7.77], [49.63, 8.36], [49.2, 7.6], [49.2, 8.12], [50.55, 7.24], [49.32, 8.43]],
  Saarland: [[49.24, 7.0], [49.32, 7.34], [49.44, 6.64], [49.47, 7.17]],
  Sachsen: [[51.34, 12.37], [51.05, 13.74], [50.83, 12.92], [50.72, 12.49], [51.15, 14.99], [51.18, 14.43], [50.5, 12.13], [51.56, 12.99]],
  'Sachsen-Anhalt': [[52.12, 11.63], [51.48, 11.97], [51.83, 12.25], [51.87, 12.65], [51.89, 11.05], [52.61, 11.86], [51.15, 11.81]],
  'Schleswig-Holstein': [[54.32, 10.12], [53.87, 10.69], [54.78, 9.44], [53.7, 9.98], [53.75, 9.65], [53.44, 10.37], [54.07, 9.98], [54.48, 9.05], [53.7, 10.24], [53.58, 9.7]],
  Thüringen: [[50.98, 11.03], [50.93, 11.59], [50.88, 12.08], [51.5, 10.79], [50.69, 10.91], [50.98, 10.32], [50.36, 11.17], [51.21, 10.45]],
};

const AUSTRIA: Readonly<Record<string, readonly Position[]>> = {
  Burgenland: [[47.85, 16.52], [47.29, 16.2]],
  Kärnten: [[46.62, 14.31], [46.61, 13.85]],
  Niederösterreich: [[48.2, 15.63], [47.81, 16.24], [48.12, 14.87], [48.41, 15.6]],
  Oberösterreich: [[48.31, 14.29], [48.16, 14.02], [48.21, 13.49], [48.26, 13.04]],
  Salzburg: [[47.8, 13.04], [47.42, 13.22], [47.32, 12.8], [47.94, 12.94]],
  Steiermark: [[47.07, 15.44], [47.38, 15.09], [47.57, 14.24]],
  Tirol: [[47.27, 11.39], [47.58, 12.17], [46.83, 12.76], [47.49, 10.72]],
  Vorarlberg: [[47.5, 9.75], [47.24, 9.6]],
  Wien: [[48.21, 16.37], [48.25, 16.45], [48.14, 16.32]],
};

// Cantons by the names that the holiday tables of the opening_hours package know.
const SWITZERLAND: Readonly<Record<string, readonly Position[]>> = {
  Aargau: [[47.39, 8.05], [47.47, 8.31]], 'Appenzell Ausserrhoden': [[47.39, 9.28]], 'Appenzell Innerrhoden': [[47.33, 9.41]],
  'Basel-Landschaft': [[47.48, 7.73]], 'Basel-Stadt': [[47.56, 7.59]], Bern: [[46.95, 7.44], [47.14, 7.25], [46.76, 7.63]],
  Freiburg: [[46.81, 7.16]], Genf: [[46.2, 6.14]], Glarus: [[47.04, 9.07]], Graubünden: [[46.85, 9.53], [46.5, 9.84]], Jura: [[47.36, 7.34]],
  Luzern: [[47.05, 8.31]], Neuenburg: [[46.99, 6.93], [47.1, 6.83]], Nidwalden: [[46.96, 8.37]], Obwalden: [[46.9, 8.25]],
  'St. Gallen': [[47.42, 9.38], [47.23, 8.82]], Schaffhausen: [[47.7, 8.64]], Schwyz: [[47.02, 8.65]], Solothurn: [[47.21, 7.54], [47.35, 7.9]],
  Tessin: [[46.0, 8.95], [46.19, 9.02]], Thurgau: [[47.56, 8.9], [47.65, 9.17]], Uri: [[46.88, 8.64]], Waadt: [[46.52, 6.63], [46.46, 6.84]],
  Wallis: [[46.23, 7.36], [46.32, 7.99]], Zug: [[47.17, 8.52]], Zürich: [[47.37, 8.54], [47.5, 8.72]],
};

const townsOf = (countryCode: CountryCode, states: Readonly<Record<string, readonly Position[]>>) =>
  Object.entries(states).flatMap(([state, towns]) => towns.map(([latitude, longitude]) => ({ countryCode, state, latitude, longitude })));

const TOWNS = [...townsOf('DE', GERMANY), ...townsOf('AT', AUSTRIA), ...townsOf('CH', SWITZERLAND)];

/** The region of the nearest well-known town: what there is to go by before a gazetteer is imported. */
export const regionOfNearestKnownTown = (at: Coordinate): HolidayRegion => {
  const [first, ...rest] = TOWNS.map((town) => ({ town, meters: distanceMeters(at, town) }));
  const nearest = rest.reduce((best, one) => (best === undefined || one.meters < best.meters ? one : best), first);
  if (nearest === undefined) throw new Error('the table of towns is empty');
  return { countryCode: nearest.town.countryCode, state: nearest.town.state };
};

/** DESIGN §13.29: the region is that of the nearest town in the gazetteer; while that is empty, of the nearest well-known one. */
export const createRegionOf = (database: Database): RegionOf => async (at) => {
  const town = await findNearestTown(database.knex, at);
  return town === null ? regionOfNearestKnownTown(at) : { countryCode: town.countryCode, state: town.state };
};
