const { AsyncLocalStorage } = require('node:async_hooks');
require('./compile-once.cjs');

const used = new Set();
const { run } = AsyncLocalStorage.prototype;

AsyncLocalStorage.prototype.run = function (...args) {
  used.add(this);
  return run.apply(this, args);
};

/**
 * An environment that ends with its file each store that came into use there. The test framework itself leaves one
 * behind a file, and each store in use costs every promise of the worker a little: after a hundred files, most of the
 * time.
 */
module.exports = (Environment) =>
  class extends Environment {
    async teardown() {
      await super.teardown();
      for (const store of used) store.disable();
      used.clear();
    }
  };
