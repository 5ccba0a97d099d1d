import { minify } from '@swc/core';
import type { Compilation, Compiler } from 'webpack';
import { Compilation as Stages, sources } from 'webpack';

// Licences stay where they stand.
const options = {
  module: false,
  compress: { passes: 3, ecma: 2022, hoist_props: true },
  mangle: true,
  format: { comments: 'some' },
} as const;

const isScript = (name: string): boolean => name.endsWith('.js');

const minifyAsset = async (compilation: Compilation, name: string): Promise<void> => {
  const asset = compilation.getAsset(name);
  if (asset === undefined || asset.info.minimized === true) return;
  const { code } = await minify(asset.source.source().toString(), options);
  compilation.updateAsset(name, new sources.RawSource(code), { ...asset.info, minimized: true });
};

/** Minifies scripts by the compiler that made them: quicker and a little smaller than webpack's own minimizer. */
export const createSwcMinifyPlugin = () => ({
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('SwcMinify', (compilation) => {
      compilation.hooks.processAssets.tapPromise({ name: 'SwcMinify', stage: Stages.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE, additionalAssets: true }, async (assets) => {
        for (const name of Object.keys(assets).filter(isScript)) await minifyAsset(compilation, name);
      });
    });
  },
});
