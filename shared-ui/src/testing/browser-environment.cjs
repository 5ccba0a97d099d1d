// Must be the first import: it replaces functions that jsdom reads while jsdom is loaded.
const { keepComputedStyles } = require('./quick-computed-styles.cjs');
const JsdomEnvironment = require('jest-fixed-jsdom');
const withoutStores = require('./leave-no-stores.cjs');
const NodeEnvironment = require('./node-environment.cjs');

class PageEnvironment extends JsdomEnvironment {
  constructor(config, context) {
    super(config, context);
    keepComputedStyles(this.global);
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
