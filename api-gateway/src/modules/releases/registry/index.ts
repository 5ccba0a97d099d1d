export { presentDeployment, presentRegistry, releasesRoutes } from './registry';
export { createAssetRouter, createReleaseFolder } from './release-files';
export { createReleaseService } from './release-service';
