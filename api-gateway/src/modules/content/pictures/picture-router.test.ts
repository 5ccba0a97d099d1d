import request from 'supertest';
import { testGateways } from '../../../platform/testing/test-gateway';

describe('pictures over HTTP', () => {
  const gateways = testGateways();
  let url = '';
  beforeAll(async () => {
    ({ url } = await gateways.start());
  });

  const get = (path: string, encoding = 'identity') => request(url).get(path).set('Accept-Encoding', encoding);

  it('serves SVG that is kept for ever and may do nothing', async () => {
    const { status, headers, body } = await get('/media/table/noodleSoup_herb_2.svg');
    expect([status, headers['content-type'], headers['x-content-type-options']]).toEqual([200, 'image/svg+xml; charset=utf-8', 'nosniff']);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['content-security-policy']).toBe("default-src 'none'; style-src 'unsafe-inline'; sandbox");
    expect(headers['x-mahlzeit-now']).toBeUndefined();
    expect(body.toString()).toMatch(/^<svg /);
  });

  it.each(['br', 'gzip'])('packs it with %s for whoever can read that', async (encoding) => {
    const { headers } = await get('/media/logo/anchor_sky_1.svg', encoding);
    expect([headers['content-encoding'], headers.vary]).toEqual([encoding, 'Accept-Encoding']);
  });

  it.each([
    '/media/table/nothing_herb_2.svg', '/media/table/', '/media/', '/media', '/media/table/..%2F..%2Fpackage.json', '/media/..%2Flogo/anchor_sky_1.svg', '/media/table/%00.svg',
    '/media/logo/anchor_sky_1.svg/', '/media/LOGO/anchor_sky_1.svg', '/media/logo/anchor_sky_1.SVG', '/media/__proto__/anchor_sky_1.svg',
  ])('answers 404 for %s', async (path) => expect((await get(path)).status).toBe(404));

  it('answers 400 or 404 for a name that cannot be decoded, never an error of its own', async () => expect([400, 404]).toContain((await get('/media/table/%E0%A4%A.svg')).status));
});
