import { dirname, join } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import type { Configuration } from 'webpack';
import type { BuildMode } from './base-config';
import { baseConfig } from './base-config';
import { replacementsOf } from './module-replacements';
import { createProvidedKeysPlugin } from './plugins/provided-keys-plugin';
import { createScriptGuardPlugin } from './plugins/script-guard-plugin';
import type { SharedVersion } from './shared-policy';
import { providerSource, readSharedVersions, sharedByShell } from './shared-policy';
import type { WorkspacePackage } from './workspace-package';

/** The federation runtime plugin of the shell; it must run before any other script is asked for. */
const GUARD = 'src/script-guard.ts';

const shellFederation = (pkg: WorkspacePackage, shared: readonly SharedVersion[]) =>
  new ModuleFederationPlugin({
    name: 'shell',
    shared: sharedByShell(shared),
    shareStrategy: 'loaded-first',
    runtimePlugins: [join(pkg.dir, GUARD)],
    virtualRuntimeEntry: true,
    dts: false,
    manifest: false,
    experiments: { provideExternalRuntime: true, optimization: { target: 'web', disableSnapshot: true } },
  });

// The injected provider requires the CommonJS core while all else uses the ESM one: two cores weigh 10 kB (brotli).
const esmBeside = (commonJs: string): string => join(dirname(commonJs), 'index.js');
const oneRuntime = {
  '@module-federation/runtime-core$': esmBeside(require.resolve('@module-federation/runtime-core')),
  '@module-federation/sdk$': esmBeside(require.resolve('@module-federation/sdk')),
};

/** Webpack's configuration of the shell: one first script that holds every eager singleton, lazy chunks for the rest. */
export const defineShell = (pkg: WorkspacePackage, mode: BuildMode, shared: readonly SharedVersion[] = readSharedVersions(pkg.root)): Configuration => {
  const base = baseConfig(pkg, { mode, purpose: 'federated' });
  const provider = `data:text/javascript,${encodeURIComponent(providerSource(shared))}`;
  return {
    ...base,
    entry: { shell: [provider, './src/main.tsx'] },
    resolve: { ...base.resolve, alias: { ...replacementsOf(pkg), ...oneRuntime } },
    output: { ...base.output, path: join(pkg.dir, 'dist'), publicPath: '/assets/', uniqueName: 'mahlzeit_shell' },
    plugins: [...(base.plugins ?? []), shellFederation(pkg, shared), createScriptGuardPlugin(), createProvidedKeysPlugin(shared.map(({ key }) => key))],
  };
};
