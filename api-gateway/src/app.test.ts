import request from 'supertest';
import { testGateways } from './platform/testing/test-gateway';

describe('the gateway', () => {
  const gateways = testGateways();

  it('tells that it lives, is ready and which build it is', async () => {
    const { url } = await gateways.start({ environment: { STAGE: 'beta', COMMIT: 'abc1234' } });
    expect((await request(url).get('/livez')).body).toEqual({ ok: true });
    expect((await request(url).get('/readyz')).body).toEqual({ ok: true, database: true, migrations: true, bus: true });
    expect((await request(url).get('/version')).body).toEqual({ version: '5.0.1', stage: 'beta', commit: 'abc1234' });
    const metrics = await request(url).get('/metrics');
    expect(metrics.text).toContain('mahlzeit_live_connections 0');
  });
});
