import { createServer } from 'node:net';
import request from 'supertest';
import { createGateway } from './app';
import { readSetting, writeSetting } from './platform';
import { CLOCK_OFFSET_SETTING } from './platform/composition/timekeeper';
import { connectLive } from './platform/testing/live-test-client';
import { isPostgresRun } from './platform/testing/postgres-run';
import { testGateways } from './platform/testing/test-gateway';
import { openPreparedDatabase } from './prepare-database';

const startTime = '2026-06-24T11:30:00+02:00';

const createAnonymousToken = async (url: string): Promise<string> =>
  (await request(url).post('/api/auth/anonymous').send({})).body.idToken;

describe('the gateway', () => {
  const gatewayFactory = testGateways();

  it('reports that it is live and ready, and its build', async () => {
    const { url } = await gatewayFactory.start({ environment: { STAGE: 'beta', COMMIT: 'abc1234' } });
    expect((await request(url).get('/livez')).body).toEqual({ ok: true });
    expect((await request(url).get('/readyz')).body).toEqual({
      ...{ ok: true, database: true, migrations: true, bus: true },
      degraded: [],
    });
    expect((await request(url).get('/version')).body).toEqual({ version: '5.0.1', stage: 'beta', commit: 'abc1234' });
    await request(url).get('/api/versionInfos/5');
    const metricsResponse = await request(url).get('/metrics');
    expect(metricsResponse.text).toContain('mahlzeit_live_connections 0');
    expect(metricsResponse.text).toContain(
      'mahlzeit_http_request_seconds_count{route="/api/versionInfos/:major",method="GET",status="200"} 1',
    );
  });

  it('serves requests while it drains, and says to proxies that it isn’t ready', async () => {
    const { url, drain } = await gatewayFactory.start({ environment: { DRAIN_MS: '0' } });
    await drain();
    const readiness = await request(url).get('/readyz');
    expect([readiness.status, readiness.body]).toMatchObject([503, { ok: false, database: true }]);
    expect((await request(url).get('/api/versionInfos/5')).status).toBe(200);
  });

  it('returns the address of its port, or the configured public one', async () => {
    const emptyGateway = await gatewayFactory.start();
    expect(emptyGateway.address.publicUrl).toBe(`http://127.0.0.1:${emptyGateway.address.port}`);
    const gatewayBehindProxy = await gatewayFactory.start({ environment: { PUBLIC_URL: 'https://mahlzeit.example' } });
    expect(gatewayBehindProxy.address.publicUrl).toBe('https://mahlzeit.example');
  });

  it('starts the clock of a new database at the configured time, and continues after restarts', async () => {
    const { config } = await gatewayFactory.start();
    const beganAtMs = Date.now();
    const firstDatabase = await openPreparedDatabase({
      ...config,
      database: { driver: 'better-sqlite3', file: `${config.dataDir}/clock.db` },
      startAt: Date.parse(startTime),
    });
    const offset = Number(await readSetting(firstDatabase.database.knex, CLOCK_OFFSET_SETTING));
    const elapsedMs = firstDatabase.clock.now() - Date.parse(startTime);
    expect(0 <= elapsedMs && elapsedMs <= Date.now() - beganAtMs).toBe(true);
    await firstDatabase.database.close();
    const reopenedDatabase = await openPreparedDatabase({
      ...config,
      database: { driver: 'better-sqlite3', file: `${config.dataDir}/clock.db` },
      startAt: Date.parse('2030-01-01T00:00:00Z'),
    });
    const [realTimeBefore, now, realTimeAfter] = [
      reopenedDatabase.clock.realNow(),
      reopenedDatabase.clock.now(),
      reopenedDatabase.clock.realNow(),
    ];
    expect(realTimeBefore + offset <= now && now <= realTimeAfter + offset).toBe(true);
    await reopenedDatabase.database.close();
  });

  it('fills a new database once', async () => {
    const firstGateway = await gatewayFactory.start();
    const token = await createAnonymousToken(firstGateway.url);
    const requestMealTypes = () =>
      request(firstGateway.url).get('/api/mealTypes').set('Authorization', `Bearer ${token}`);
    const before = (await requestMealTypes()).body;
    expect(before.length).toBeGreaterThan(0);
    const preparedDatabase = await openPreparedDatabase(firstGateway.config);
    await preparedDatabase.database.close();
    expect((await requestMealTypes()).body).toEqual(before);
  });

  it.each([
    ['the demo town', 'world', 'demo', 'DATABASE_URL: must not hold the demo town and its accounts with STAGE=prod'],
    [
      'a clock that was moved',
      CLOCK_OFFSET_SETTING,
      '60000',
      'DATABASE_URL: must not hold a clock that was moved with STAGE=prod',
    ],
  ])('refuses a database with %s in production', async (_title, setting, value, expectedLine) => {
    const { config, database } = await gatewayFactory.start();
    const refreshSeed = async (): Promise<void> =>
      (await openPreparedDatabase({ ...config, stage: 'prod' })).database.close();
    await refreshSeed();
    await database.write((tx) => writeSetting(tx.knex, setting, value));
    await expect(refreshSeed()).rejects.toThrow(expectedLine);
  });

  it('refuses a port that is taken and leaves nothing behind', async () => {
    const { config } = await gatewayFactory.start();
    const blockingServer = createServer();
    await new Promise<void>((resolve) => {
      blockingServer.listen(0, '127.0.0.1', resolve);
    });
    const address = blockingServer.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    await expect(createGateway({ ...config, port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await new Promise((resolve) => {
      blockingServer.close(resolve);
    });
  });

  it.each(isPostgresRun() ? ['postgres'] : ['sqlite', 'sqlite3'])(
    'lets a page resume from its cursor after a restart, with all that changed meanwhile: %s',
    async (databaseScheme) => {
      const { folder } = await gatewayFactory.start();
      const environment: Record<string, string> = isPostgresRun()
        ? {}
        : { DATABASE_URL: `${databaseScheme}:${folder}/resumed.db` };
      const options = { folder, environment };
      const firstGateway = await gatewayFactory.start(options);
      const token = await createAnonymousToken(firstGateway.url);
      const firstClient = await connectLive(firstGateway.url, { token });
      firstClient.say({ op: 'sub', id: 'me', topic: 'me' });
      const { cursor } = await firstClient.next('live');
      await firstGateway.close();
      expect(await firstClient.whenClosed).toBe(1001);

      const secondGateway = await gatewayFactory.start(options);
      const registrationForm = {
        email: 'anna@mahlzeit.test',
        password: 'mittagspause',
        visible: true,
        policyAccepted: true,
      };
      const registrationResponse = await request(secondGateway.url)
        .post('/api/auth/register')
        .set('Authorization', `Bearer ${token}`)
        .send(registrationForm);
      expect(registrationResponse.status).toBe(200);
      const secondClient = await connectLive(secondGateway.url, { token: registrationResponse.body.idToken });
      secondClient.say({ op: 'sub', id: 'me', topic: 'me', cursor });
      await secondClient.next('live');
      expect(secondClient.frames.map((frame) => frame.op)).toEqual(['welcome', 'delta', 'live']);
      expect(await secondClient.next('delta')).toMatchObject({
        id: 'me',
        ops: [{ kind: 'put', collection: 'user', value: { email: 'anna@mahlzeit.test' } }],
      });
    },
  );
});
