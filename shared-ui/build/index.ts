export { buildPackage, isPackageBuilt } from './build-command';
export type { BuildOptions } from './build-command';
export { readSharedVersions, SHARED_POLICY } from './shared-policy';
export type { SharedEntry, SharedVersion } from './shared-policy';
export { readWorkspacePackage } from './workspace-package';
export type { WorkspacePackage } from './workspace-package';
