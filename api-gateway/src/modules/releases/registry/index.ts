export { presentDeployment, presentRegistry, releasesRoutes } from './registry';
export { createAssetRouter, createReleaseFolder } from './release-files';
export type { ReleaseFolder } from './release-files';
export { CONSOLE_NAME, publicPathOf, SHELL_NAME } from './release-manifest';
export type { ConsoleManifest, ReleaseName, RemoteManifest, ShellManifest } from './release-manifest';
export { createReleaseStore, registrySource } from './release-repository';
export { createReleaseService } from './release-service';
export type { CurrentReleases } from './release-service';
