export { placeRowOf } from './gazetteer-repository';
export type { Town } from './gazetteer-repository';
export { gazetteerRoutes } from './gazetteer-routes';
export { createGazetteerService } from './gazetteer-service';
export { createRegionOf } from './holiday-region';
export type { HolidayRegion, RegionOf } from './holiday-region';
export { importGazetteer, putGazetteer } from './import-gazetteer';
export type { GazetteerCounts } from './import-gazetteer';
