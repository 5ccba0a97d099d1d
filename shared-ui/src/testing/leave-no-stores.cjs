const { AsyncLocalStorage } = require('node:async_hooks');
require('./compile-once.cjs');

const usedStores = new Set();
const { run } = AsyncLocalStorage.prototype;

AsyncLocalStorage.prototype.run = function (...runArguments) {
  usedStores.add(this);
  return run.apply(this, runArguments);
};

/**
 * Returns a test environment that disables, after each test file, all AsyncLocalStorage stores that the file used. The
 * test framework leaves one store per file, and each enabled store slows down every promise of the worker process:
 * after a hundred files, this overhead would take most of the time.
 */
module.exports = (Environment) =>
  class extends Environment {
    async teardown() {
      await super.teardown();
      for (const store of usedStores) store.disable();
      usedStores.clear();
    }
  };
