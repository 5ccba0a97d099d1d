import request from 'supertest';
import { testGateways } from '../../platform/testing/test-gateway';
import { createStaticMapCache, drawStaticMap } from './static-map';

describe('drawStaticMap', () => {
  const hamburg = { latitude: 53.55, longitude: 9.99 };
  const map = (center: { latitude: number; longitude: number }, scheme: 'light' | 'dark' = 'light') => drawStaticMap({ center, zoom: 15, width: 1200, height: 600, scale: 2, scheme });

  const basemapAt = (svg: string): number[] => (/translate\((-?[\d.]+) (-?[\d.]+)\) scale\(([\d.]+)\)" stroke-linecap/.exec(svg) ?? []).slice(1).map(Number);

  it('draws the basemap of Hamburg with its origin where it lies', () => {
    const [left, top, scale = NaN] = basemapAt(map(hamburg));
    expect([left, top]).toEqual([300, 150]);
    // At zoom 15 a metre is 0.35 px there.
    expect(scale).toBeCloseTo(0.353, 3);
  });

  it('moves the basemap against the place: a hundredth of a degree further east it lies 233 px further west', () => {
    const [left = NaN, top] = basemapAt(map({ ...hamburg, longitude: 10 }));
    expect(left).toBeCloseTo(300 - (0.01 / 360) * 256 * 2 ** 15, 1);
    expect(top).toBe(150);
  });

  it('draws a neutral grid where nothing is known', () => {
    const svg = map({ latitude: 48.14742, longitude: 11.56722 });
    expect(basemapAt(svg)).toEqual([]);
    expect(svg).toContain('fill="#F5F0EA"');
    expect(svg).toMatch(/<path d="M[\d.]+ 0V300/);
  });

  it.each([hamburg, { latitude: 48.14742, longitude: 11.56722 }])('is dark for who prefers it: %j', (center) => {
    const svg = map(center, 'dark');
    expect(svg).toContain('fill="#221A1E"');
    expect(svg).not.toMatch(/#(F5F0EA|EEE7DF|BFDFEE|FFF1CC)/);
  });
});

describe('createStaticMapCache', () => {
  const map = (longitude: number) => ({ center: { latitude: 53.55, longitude }, zoom: 15, width: 600, height: 300, scale: 1, scheme: 'light' } as const);

  it('draws the same map once, and again after a failure', async () => {
    const drawn: string[] = [];
    const pictureOf = createStaticMapCache(async (svg) => {
      drawn.push(svg);
      if (drawn.length === 1) throw new Error('no renderer');
      return new Uint8Array([drawn.length]);
    });
    await expect(pictureOf(map(9.99))).rejects.toThrow('no renderer');
    expect(await Promise.all([pictureOf(map(9.99)), pictureOf(map(9.99))])).toEqual([new Uint8Array([2]), new Uint8Array([2])]);
    await pictureOf(map(10));
    expect(drawn).toHaveLength(3);
    expect(drawn.join('')).not.toMatch(/<text|<image|href|font/);
  });

  it('draws one at a time and sends a rush away', async () => {
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => void (open = resolve));
    let running = 0;
    const crowds: number[] = [];
    const pictureOf = createStaticMapCache(async () => {
      running += 1;
      crowds.push(running);
      await gate;
      running -= 1;
      return new Uint8Array();
    });
    const waiting = Array.from({ length: 50 }, (_, index) => pictureOf(map(9 + index / 10_000)));
    await expect(pictureOf(map(9.00495))).rejects.toMatchObject({ code: 'unavailable' });
    open();
    await Promise.all(waiting);
    expect(crowds).toEqual(Array.from({ length: 50 }, () => 1));
    await pictureOf(map(9.00495));
  });
});

describe('static maps over HTTP', () => {
  const here = 'latitude=53.55&longitude=9.99';
  const sizeOf = (png: Buffer): [number, number] => [png.readUInt32BE(16), png.readUInt32BE(20)];

  const gateways = testGateways();
  let url = '';
  beforeAll(async () => {
    ({ url } = await gateways.start());
  }, 30_000);

  const get = (query: string) => request(url).get(`/api/maps/static?${query}`);

  it('draws a PNG for whoever asks, kept for ever', async () => {
    const { status, headers, body } = await get(here);
    expect([status, headers['content-type'], headers['x-content-type-options']]).toEqual([200, 'image/png', 'nosniff']);
    expect(headers['cache-control']).toContain('immutable');
    expect(headers['x-mahlzeit-now']).toBeUndefined();
    expect(body.subarray(0, 8)).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
    expect(sizeOf(body)).toEqual([1200, 600]);
    expect((await get(here)).body.equals(body)).toBe(true);
  });

  it.each([
    ['&size=100x50&scale=1', [100, 50]],
    ['&size=100x50', [200, 100]],
    ['&size=1280x1280&scale=1', [1280, 1280]],
    ['&size=1280x640&scale=2', [1280, 640]],
    ['&zoom=1&size=1x1&scale=1', [1, 1]],
  ])('draws %s at %j', async (query, size) => expect(sizeOf((await get(here + query)).body)).toEqual(size));

  it.each(['', 'latitude=53', 'latitude=NaN&longitude=1', 'latitude=91&longitude=1', `${here}&size=1281x10`, `${here}&size=0x10`, `${here}&size=10`, `${here}&size=1e3x10`, `${here}&zoom=21`, `${here}&zoom=-1`, `${here}&scale=3`, `${here}&scheme=sepia`, `${here}&scale=1&scale=2`, 'latitude=%00&longitude=1'])(
    'refuses ?%s',
    async (query) => {
      const answer = await get(query);
      expect([answer.status, answer.body.code]).toEqual([400, 'invalidRequest']);
    },
  );

  it('knows no other pictures', async () => {
    expect((await request(url).get('/api/maps/dynamic')).body).toMatchObject({ code: 'notFound' });
  });
});
