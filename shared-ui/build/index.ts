export { buildPackage, isBuilt } from './build-command';
export type { BuildOptions } from './build-command';
export { readSharedVersions, sharedPolicy } from './shared-policy';
export type { SharedEntry, SharedVersion } from './shared-policy';
export { readWorkspacePackage } from './workspace-package';
export type { WorkspacePackage } from './workspace-package';
