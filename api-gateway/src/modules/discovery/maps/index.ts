export { staticMapRoutes } from './static-map-routes';
export type { StaticMapDeps } from './static-map-routes';
