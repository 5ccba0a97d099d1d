import type { Compiler, Stats } from 'webpack';

/** Runs webpack once; rejects with its messages when the build has errors. The caller closes the compiler. */
export const runOnce = (compiler: Compiler): Promise<Stats> =>
  new Promise((resolve, reject) => {
    compiler.run((failure, stats) => {
      if (failure) reject(failure);
      else if (!stats || stats.hasErrors()) reject(new Error(stats?.toString({ preset: 'errors-warnings', colors: false }) ?? 'webpack answered nothing'));
      else resolve(stats);
    });
  });

/** Waits until webpack has written its cache. */
export const closeCompiler = (compiler: Compiler): Promise<void> =>
  new Promise((resolve, reject) => {
    compiler.close((failure) => (failure ? reject(failure) : resolve()));
  });
