import { join } from 'node:path';
import type { Configuration } from 'webpack';
import { baseConfig } from './base-config';

/** Storybook's configuration with the product's compiler and locales; federation stays out of it. */
export const withHouseRules = (config: Configuration, root: string): Configuration => {
  const mode = config.mode === 'production' ? 'production' : 'development';
  const { module, resolve, plugins } = baseConfig({ dir: join(root, 'shared-ui'), root }, { mode, purpose: 'stories' });
  return {
    ...config,
    module: { ...config.module, rules: [...(config.module?.rules ?? []), ...(module?.rules ?? [])] },
    resolve: { ...config.resolve, extensions: resolve?.extensions },
    plugins: [...(config.plugins ?? []), ...(plugins ?? [])],
    performance: false,
  };
};
