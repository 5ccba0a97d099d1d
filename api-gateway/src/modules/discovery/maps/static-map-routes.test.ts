import request from 'supertest';
import { AppError } from '../../../platform';
import { createMemoryStore, withoutRateLimits } from '../../../platform/ephemeral-store';
import { openRouteHarness } from '../../../platform/testing/route-harness';
import type { RouteHarness } from '../../../platform/testing/route-harness';
import { openTemporaryDatabase } from '../../../platform/testing/temporary-database';
import type { TemporaryDatabase } from '../../../platform/testing/temporary-database';
import { testGateways } from '../../../platform/testing/test-gateway';
import type { StaticMap } from './static-map';
import { staticMapRoutes } from './static-map-routes';

describe('staticMapRoutes', () => {
  let temporaryDatabase: TemporaryDatabase;
  const openHarnesses: RouteHarness[] = [];

  beforeAll(async () => {
    temporaryDatabase = await openTemporaryDatabase(() => 0);
  });

  afterEach(async () => {
    for (const harness of openHarnesses.splice(0)) await harness.close();
  });

  afterAll(() => temporaryDatabase.remove());

  const openRoutes = async ({ hasRateLimits = false, hasRoom = (): boolean => true } = {}) => {
    const drawnMaps: StaticMap[] = [];
    const recordDrawnMap = async (staticMap: StaticMap): Promise<Uint8Array> => {
      if (!hasRoom()) throw new AppError('unavailable', { retryAfterMs: 1000 });
      drawnMaps.push(staticMap);
      return new Uint8Array([drawnMaps.length]);
    };
    const memoryStore = createMemoryStore({ realNow: () => 0 });
    const harness = await openRouteHarness(
      temporaryDatabase.database,
      staticMapRoutes({ drawMap: recordDrawnMap, ...(hasRateLimits ? memoryStore : withoutRateLimits(memoryStore)) }),
    );
    openHarnesses.push(harness);
    return { drawnMaps, get: (query: string) => request(harness.url).get(`/api/maps/static?${query}`) };
  };

  it('draws a map once for everybody whose question differs by less than a pixel', async () => {
    const { drawnMaps, get: getMap } = await openRoutes();
    const mapBodies = await Promise.all(
      [
        'latitude=53.55&longitude=9.99',
        'latitude=53.550001&longitude=9.9899999',
        'latitude=53.55000&longitude=9.99&zoom=15&size=600x300&scale=2&scheme=light',
      ].map(async (query) => (await getMap(query)).body),
    );
    expect(drawnMaps).toEqual([
      { center: { latitude: 53.55, longitude: 9.99 }, zoom: 15, width: 1200, height: 600, scale: 2, scheme: 'light' },
    ]);
    expect(new Set(mapBodies.map(String)).size).toBe(1);
  });

  it.each([
    ['a pixel', 'latitude=53.55&longitude=9.99001'],
    ['its scheme', 'latitude=53.55&longitude=9.99&scheme=dark'],
    ['its zoom', 'latitude=53.55&longitude=9.99&zoom=16'],
    ['its size', 'latitude=53.55&longitude=9.99&size=600x301'],
    ['its scale', 'latitude=53.55&longitude=9.99&scale=1'],
  ])('draws another that differs by %s', async (_title, changedQuery) => {
    const { drawnMaps, get: getMap } = await openRoutes();
    await getMap('latitude=53.55&longitude=9.99');
    await getMap(changedQuery);
    expect(drawnMaps).toHaveLength(2);
  });

  it.each([
    [1, '0.04', 0],
    [1, '-0.04', 0],
    [15, '53.5500049', 53.55],
    [20, '53.5500049', 53.550005],
  ])('reads at zoom %i a latitude of %s as %d', async (zoom, latitude, expectedLatitude) => {
    const { drawnMaps, get: getMap } = await openRoutes();
    await getMap(`latitude=${latitude}&longitude=0&scale=1&zoom=${zoom}`);
    expect(drawnMaps[0]?.center.latitude).toBe(expectedLatitude);
  });

  it('answers with a retry time when too many drawings wait, and draws later', async () => {
    let isDrawingQueueFull = true;
    const { get: getMap } = await openRoutes({ hasRoom: () => !isDrawingQueueFull });
    const { status, headers, body } = await getMap('latitude=53.55&longitude=9.99');
    expect([status, headers['retry-after'], headers['cache-control'], body.code]).toEqual([
      503,
      '1',
      'no-store',
      'unavailable',
    ]);
    isDrawingQueueFull = false;
    expect((await getMap('latitude=53.55&longitude=9.99')).status).toBe(200);
  });

  it('draws 120 maps a minute for an address, and shows it after that what was drawn already', async () => {
    const { drawnMaps, get: getMap } = await openRoutes({ hasRateLimits: true });
    const responseStatuses: number[] = [];
    for (let index = 0; index < 121; index += 1)
      responseStatuses.push((await getMap(`latitude=53.55&longitude=${9 + index / 100}`)).status);
    expect([
      responseStatuses.filter((responseStatus) => responseStatus === 200).length,
      responseStatuses.at(-1),
      drawnMaps.length,
    ]).toEqual([120, 429, 120]);
    const response = await getMap('latitude=53.55&longitude=20');
    expect(response.body).toMatchObject({
      code: 'ErrorTooManyAttempts',
      details: { retryAfterMs: expect.any(Number) },
    });
    expect(response.headers['retry-after']).toMatch(/^\d+$/);
    expect((await getMap('latitude=53.55&longitude=9')).status).toBe(200);
  });
});

describe('static maps over HTTP', () => {
  const mapQuery = 'latitude=53.55&longitude=9.99';
  const pngSizeOf = (png: Buffer): [number, number] => [png.readUInt32BE(16), png.readUInt32BE(20)];

  const gateways = testGateways();
  let url = '';
  beforeAll(async () => {
    ({ url } = await gateways.start());
  }, 30_000);

  const getMap = (query: string) => request(url).get(`/api/maps/static?${query}`);

  it('draws a PNG for everybody, cached for ever', async () => {
    const { status, headers, body } = await getMap(mapQuery);
    expect([
      status,
      headers['content-type'],
      headers['x-content-type-options'],
      headers['content-disposition'],
    ]).toEqual([200, 'image/png', 'nosniff', 'inline']);
    expect(headers['cache-control']).toContain('immutable');
    expect(headers['x-mahlzeit-now']).toBeUndefined();
    expect(body.subarray(0, 8)).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
    expect(pngSizeOf(body)).toEqual([1200, 600]);
    expect((await getMap(mapQuery)).body.equals(body)).toBe(true);
  });

  it.each([
    ['&size=100x50&scale=1', [100, 50]],
    ['&size=100x50', [200, 100]],
    ['&size=1280x1280&scale=1', [1280, 1280]],
    ['&size=1280x640&scale=2', [1280, 640]],
    ['&zoom=1&size=1x1&scale=1', [1, 1]],
  ])('draws %s at %j', async (query, expectedSize) =>
    expect(pngSizeOf((await getMap(mapQuery + query)).body)).toEqual(expectedSize),
  );

  it.each([
    '',
    'latitude=53',
    'latitude=NaN&longitude=1',
    'latitude=91&longitude=1',
    `${mapQuery}&size=1281x10`,
    `${mapQuery}&size=0x10`,
    `${mapQuery}&size=10`,
    `${mapQuery}&size=1e3x10`,
    `${mapQuery}&zoom=21`,
    `${mapQuery}&zoom=-1`,
    `${mapQuery}&scale=3`,
    `${mapQuery}&scheme=sepia`,
    `${mapQuery}&scale=1&scale=2`,
    'latitude=%00&longitude=1',
  ])('refuses ?%s', async (query) => {
    const mapAnswer = await getMap(query);
    expect([mapAnswer.status, mapAnswer.body.code]).toEqual([400, 'invalidRequest']);
  });

  it('leaves the gateway to others: who asks when the first of many large maps is drawn has an answer before the last', async () => {
    const drawEvents: string[] = [];
    const mapRequests = Array.from({ length: 12 }, async (_, index) => {
      const { status } = await getMap(`latitude=53.6&longitude=${9.8 + index / 100}&size=1280x1280&scale=1`);
      drawEvents.push(`map ${status}`);
    });
    await Promise.race(mapRequests);
    await request(url).get('/livez');
    drawEvents.push('alive');
    await Promise.all(mapRequests);
    expect(drawEvents.at(-1)).toBe('map 200');
    expect(drawEvents).toHaveLength(13);
  });

  it('knows no other pictures', async () => {
    expect((await request(url).get('/api/maps/dynamic')).body).toMatchObject({ code: 'notFound' });
  });
});
