import { once } from 'node:events';
import { openDatabase } from '../database/open-database';
import { createSqliteDialect } from '../database/sqlite-dialect';
import { openRouteHarness } from './route-harness';
import { testOrderRoutes } from './test-orders';

// Program of a gateway in its own process, which exits at the point that a request's header names.
const [databaseFile = '', providerUrl = '', now = '0'] = process.argv.slice(2);

const database = openDatabase({
  dialect: createSqliteDialect({ file: databaseFile, driver: 'better-sqlite3' }),
  realNow: () => Number(now),
});

const routes = testOrderRoutes({
  database,
  async charge(order, signal) {
    return (await fetch(`${providerUrl}/${order}`, { method: 'POST', signal })).ok;
  },
  async onPoint(point, request) {
    if (request.get('X-Die-At') !== point) return;
    process.kill(process.pid, 'SIGKILL');
    await once(process, 'never');
  },
});

void openRouteHarness(database, routes, Number(now)).then(({ url }) => console.log(url));
