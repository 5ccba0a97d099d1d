export { createHealthGauges } from './health-gauges';
export { createHealthRoutes } from './health-routes';
export { createReleaseHealthReader, createReleaseHealthService } from './release-health-service';
export type { ReleaseHealthReader } from './release-health-service';
