import webpack from 'webpack';
import type { BuildMode } from './base-config';
import { configurationOf, finishBuild } from './build-command';
import type { WorkspacePackage } from './workspace-package';

const MODE: BuildMode = 'development';

/** Builds the federated package whenever a source changes, until the process ends. */
export const watchPackage = (pkg: WorkspacePackage): void => {
  const compiler = webpack(configurationOf(pkg, { mode: MODE }));
  if (compiler === null) throw new Error('webpack refused the configuration');
  let finishing = Promise.resolve();
  compiler.watch({ aggregateTimeout: 100 }, (failure, stats) => {
    if (failure) throw failure;
    if (!stats || stats.hasErrors()) {
      console.error(stats?.toString({ preset: 'errors-warnings', colors: false }) ?? `${pkg.name}: webpack answered nothing`);
      return;
    }
    finishing = finishing.then(async () => {
      await finishBuild(pkg, stats, { mode: MODE });
      console.log(`${pkg.name}: gebaut`);
    });
  });
};
