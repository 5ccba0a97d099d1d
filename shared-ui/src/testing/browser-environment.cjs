// This must be the first import, because it replaces functions that jsdom reads while jsdom is loaded.
const { keepComputedStyles } = require('./quick-computed-styles.cjs');
const JsdomEnvironment = require('jest-fixed-jsdom');
const withoutStores = require('./leave-no-stores.cjs');
const NodeEnvironment = require('./node-environment.cjs');

/**
 * Passes the Node process's events about unhandled rejections to a page instead of to Jest. Returns a function that
 * gives them back to Jest. A page can't do this itself, because the `process` of a test is a copy.
 */
const takeRejections = ({ onUnhandled, onHandled }) => {
  const formerListeners = ['unhandledRejection', 'rejectionHandled'].map((name) => [name, process.rawListeners(name)]);
  for (const [name] of formerListeners) process.removeAllListeners(name);
  process.on('unhandledRejection', onUnhandled).on('rejectionHandled', onHandled);
  return () => {
    process.off('unhandledRejection', onUnhandled).off('rejectionHandled', onHandled);
    for (const [name, listeners] of formerListeners) for (const listener of listeners) process.on(name, listener);
  };
};

class PageEnvironment extends JsdomEnvironment {
  constructor(config, context) {
    super(config, context);
    keepComputedStyles(this.global);
    // Offers the events about unhandled rejections to the page, so that the conformance suite can name the remote and
    // the screen that caused one (conformance/unhandled-rejections.ts).
    Object.defineProperty(this.global, Symbol.for('mahlzeit.takeRejections'), { value: takeRejections });
  }
}

const BrowserEnvironment = withoutStores(PageEnvironment);

/**
 * Environment of each test file. Tests of components (`.tsx`) get a page in jsdom. All other tests get plain Node,
 * which starts sooner; a `.ts` test that needs a page begins with the comment `@page`.
 */
module.exports = class {
  constructor(config, context) {
    return context.testPath.endsWith('.tsx') || 'page' in context.docblockPragmas
      ? new BrowserEnvironment(config, context)
      : new NodeEnvironment(config, context);
  }
};
