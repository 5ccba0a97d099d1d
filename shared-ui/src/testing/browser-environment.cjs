const JsdomEnvironment = require('jest-fixed-jsdom');
const leaveNoStores = require('./leave-no-stores.cjs');
const NodeEnvironment = require('./node-environment.cjs');

const BrowserEnvironment = leaveNoStores(JsdomEnvironment);

/**
 * A test of components (`.tsx`) gets a page, any other plain Node, which starts sooner; one that needs a page all the
 * same says `@jest-environment jest-fixed-jsdom`.
 */
module.exports = class {
  constructor(config, context) {
    return context.testPath.endsWith('.tsx')
      ? new BrowserEnvironment(config, context)
      : new NodeEnvironment(config, context);
  }
};
