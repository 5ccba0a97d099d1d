export { placeRowOf } from './gazetteer-repository';
export type { Town } from './gazetteer-repository';
export { gazetteerRoutes } from './gazetteer-routes';
export { createGazetteerService } from './gazetteer-service';
export { createHolidayRegionFinder } from './holiday-region';
export type { HolidayRegion, FindHolidayRegion } from './holiday-region';
export { importGazetteer, storeGazetteer } from './import-gazetteer';
export type { GazetteerCounts } from './import-gazetteer';
export { storePostcodes } from './store-postcodes';
