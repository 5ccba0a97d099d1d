export { presentDeployment, presentRegistry, releasesRoutes } from './registry';
export { createAssetRouter, createReleaseFolder } from './release-files';
export { createReleaseService } from './release-service';
export type { Visitor } from './visitor';
export { createVisitorCookies } from './visitor-cookies';
