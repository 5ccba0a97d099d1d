import { join } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import type { Configuration } from 'webpack';
import type { BuildMode } from './base-config';
import { baseConfig } from './base-config';
import { inputHashOf } from './input-hash';
import { createForeignModulesPlugin } from './plugins/foreign-modules-plugin';
import { createScriptGuardPlugin } from './plugins/script-guard-plugin';
import type { SharedVersion } from './shared-policy';
import { forbiddenInRemotes, readSharedVersions, sharedByRemote } from './shared-policy';
import type { WorkspacePackage } from './workspace-package';

/** The one thing a remote exposes: its declaration, from which each screen, slot and command is a chunk. */
export const EXPOSED = './remote';

/** A name that is a JavaScript identifier and differs from release to release. */
export const globalNameOf = (pkg: WorkspacePackage): string => `mahlzeit_${pkg.name.replaceAll(/[^a-z0-9]/gi, '_')}_${inputHashOf(pkg)}`;

/** Where the gateway serves a remote's files. */
export const publicPathOf = (pkg: WorkspacePackage): string => `/remotes/${pkg.name}/`;

const remoteFederation = (pkg: WorkspacePackage, shared: readonly SharedVersion[]) =>
  new ModuleFederationPlugin({
    name: pkg.name,
    filename: 'remoteEntry.[contenthash:10].js',
    library: { type: 'var', name: globalNameOf(pkg) },
    exposes: { [EXPOSED]: './src/remote.ts' },
    shared: sharedByRemote(shared),
    shareStrategy: 'loaded-first',
    virtualRuntimeEntry: true,
    dts: false,
    manifest: false,
    experiments: { externalRuntime: true, optimization: { target: 'web', disableSnapshot: true } },
  });

/** Webpack's configuration of a remote's container: small entry, nothing of its own that the shell provides. */
export const defineRemote = (pkg: WorkspacePackage, mode: BuildMode, shared: readonly SharedVersion[] = readSharedVersions(pkg.root)): Configuration => {
  const base = baseConfig(pkg, { mode, purpose: 'federated' });
  return {
    ...base,
    entry: {},
    output: { ...base.output, path: join(pkg.dir, 'dist'), publicPath: publicPathOf(pkg), uniqueName: globalNameOf(pkg) },
    plugins: [
      ...(base.plugins ?? []),
      remoteFederation(pkg, shared),
      createScriptGuardPlugin(),
      createForeignModulesPlugin({ packages: forbiddenInRemotes, folder: join(pkg.root, 'shared-ui/src') }),
    ],
  };
};
