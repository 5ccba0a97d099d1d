import { once } from 'node:events';
import { openDatabase } from '../database/open-database';
import { createSqliteDialect } from '../database/sqlite-dialect';
import { openRouteHarness } from './route-harness';
import { testOrderRoutes } from './test-orders';

// Program of a test gateway in a separate process. The process kills itself when a request reaches the `ORDER_POINTS`
// entry that its header `X-Die-At` names.
const [databaseFile = '', providerUrl = '', startTime = '0'] = process.argv.slice(2);

const database = openDatabase({
  dialect: createSqliteDialect({ file: databaseFile, driver: 'better-sqlite3' }),
  realNow: () => Number(startTime),
});

const routes = testOrderRoutes({
  database,
  async charge(orderKey, signal) {
    return (await fetch(`${providerUrl}/${orderKey}`, { method: 'POST', signal })).ok;
  },
  async onPoint(orderPoint, request) {
    if (request.get('X-Die-At') !== orderPoint) return;
    process.kill(process.pid, 'SIGKILL');
    await once(process, 'never');
  },
});

void openRouteHarness(database, routes, Number(startTime)).then(({ url }) => console.log(url));
