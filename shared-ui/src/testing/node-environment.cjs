const { TestEnvironment } = require('jest-environment-node');
const leaveNoStores = require('./leave-no-stores.cjs');

module.exports = leaveNoStores(TestEnvironment);
