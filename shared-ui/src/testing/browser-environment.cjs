// First, as jsdom takes what this replaces when it is loaded.
const { keepComputedStyles } = require('./quick-computed-styles.cjs');
const JsdomEnvironment = require('jest-fixed-jsdom');
const leaveNoStores = require('./leave-no-stores.cjs');
const NodeEnvironment = require('./node-environment.cjs');

class PageEnvironment extends JsdomEnvironment {
  constructor(config, context) {
    super(config, context);
    keepComputedStyles(this.global);
  }
}

const BrowserEnvironment = leaveNoStores(PageEnvironment);

/**
 * A test of components (`.tsx`) gets a page, any other plain Node, which starts sooner; one that needs a page all the
 * same begins with the comment `@page`.
 */
module.exports = class {
  constructor(config, context) {
    return context.testPath.endsWith('.tsx') || 'page' in context.docblockPragmas
      ? new BrowserEnvironment(config, context)
      : new NodeEnvironment(config, context);
  }
};
