import { createMemoryStore } from '../ephemeral-store';
import type { SharedResults } from '../ephemeral-store';
import { createDrawnPictures } from './drawn-pictures';

interface OpenOptions {
  readonly maxBytes?: number;
  readonly points?: number;
  readonly shared?: SharedResults;
}

describe('createDrawnPictures', () => {
  const openDrawnPictures = ({ maxBytes = 1000, points = 1000, shared }: OpenOptions = {}) => {
    const drawnKeys: string[] = [];
    const pictureOf = createDrawnPictures({
      maxBytes,
      limiter: createMemoryStore({ realNow: () => 0 }).createRateLimiter('test', { points, durationMs: 60_000 }),
      ...(shared === undefined ? {} : { shared }),
    });
    const requestPicture = (key: string, clientAddress = 'anna', byteCount = 100) =>
      pictureOf({
        key,
        address: clientAddress,
        draw: async () => {
          drawnKeys.push(key);
          return new Uint8Array(byteCount).fill(drawnKeys.length);
        },
      });
    return { drawn: drawnKeys, pictureOf, get: requestPicture };
  };

  it('draws once for simultaneous and later requests', async () => {
    const { drawn, get } = openDrawnPictures();
    const drawnPictures = await Promise.all(['anna', 'ben', 'anna'].map((clientAddress) => get('park', clientAddress)));
    expect(new Set(drawnPictures).size).toBe(1);
    expect(await get('park', 'carla')).toBe(drawnPictures[0]);
    expect(drawn).toEqual(['park']);
  });

  it('draws again after a failure, which fails all waiting requests', async () => {
    const { drawn, get, pictureOf } = openDrawnPictures();
    const failToDraw = () => Promise.reject(new Error('no room'));
    const failedDrawings = await Promise.allSettled(
      ['anna', 'ben'].map((clientAddress) => pictureOf({ key: 'park', address: clientAddress, draw: failToDraw })),
    );
    expect(failedDrawings.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await get('park');
    expect(drawn).toEqual(['park']);
  });

  it('caches a number of bytes; the least recently used picture is dropped first', async () => {
    const { drawn, get } = openDrawnPictures({ maxBytes: 250 });
    for (const key of ['one', 'two', 'one', 'three']) await get(key);
    expect(drawn).toEqual(['one', 'two', 'three']);
    await get('one');
    expect(drawn).toHaveLength(3);
    await get('two');
    expect(drawn).toEqual(['one', 'two', 'three', 'two']);
  });

  it("doesn't cache a picture larger than the cache, and continues after it", async () => {
    const { drawn, get } = openDrawnPictures({ maxBytes: 250 });
    for (const key of ['huge', 'huge']) await get(key, 'anna', 251);
    for (const key of ['small', 'small']) await get(key);
    expect(drawn).toEqual(['huge', 'huge', 'small']);
  });

  it('limits the drawings of an address; cached pictures and drawings in progress cost nothing', async () => {
    const { drawn, get } = openDrawnPictures({ points: 2 });
    await Promise.all(['one', 'one'].map((key) => get(key, 'anna')));
    for (const key of ['one', 'two', 'one', 'two']) await get(key, 'anna');
    await expect(get('three', 'anna')).rejects.toMatchObject({
      code: 'ErrorTooManyAttempts',
      retryAfterMs: expect.any(Number),
    });
    await get('three', 'ben');
    expect(drawn).toEqual(['one', 'two', 'three']);
  });

  it('takes pictures of other gateways, stored and in progress, which cost the address nothing', async () => {
    const searchedKeys: string[] = [];
    const { drawn, get } = openDrawnPictures({
      points: 1,
      shared: {
        find: async (key) => {
          searchedKeys.push(key);
          return key === 'stored' ? new Uint8Array([1]) : undefined;
        },
        produceOnce: async (key, produce) => (key === 'begun' ? new Uint8Array([2]) : produce()),
      },
    });
    const pictures = await Promise.all(['stored', 'stored'].map((key) => get(key)));
    for (const key of ['begun', 'new', 'stored']) pictures.push(await get(key));
    expect(pictures.map((picture) => picture[0])).toEqual([1, 1, 2, 1, 1]);
    expect(drawn).toEqual(['new']);
    await expect(get('other')).rejects.toMatchObject({ code: 'ErrorTooManyAttempts' });
    expect(searchedKeys).toEqual(['stored', 'begun', 'new', 'other']);
  });
});
