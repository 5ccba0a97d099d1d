const BrowserEnvironment = require('jest-fixed-jsdom');
const { TestEnvironment: NodeEnvironment } = require('jest-environment-node');

/** A test of components (`.tsx`) gets a page, any other plain Node, which starts sooner; one that needs a page all the same says `@jest-environment jest-fixed-jsdom`. */
module.exports = class {
  constructor(config, context) {
    return context.testPath.endsWith('.tsx') ? new BrowserEnvironment(config, context) : new NodeEnvironment(config, context);
  }
};
