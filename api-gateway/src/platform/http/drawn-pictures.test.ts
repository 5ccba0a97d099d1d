import { createMemoryStore } from '../ephemeral-store';
import { createDrawnPictures } from './drawn-pictures';

describe('createDrawnPictures', () => {
  const open = ({ maxBytes = 1000, points = 1000 } = {}) => {
    const drawn: string[] = [];
    const pictureOf = createDrawnPictures({
      maxBytes,
      limiter: createMemoryStore({ realNow: () => 0 }).createRateLimiter('test', { points, durationMs: 60_000 }),
    });
    const get = (key: string, address = 'anna', bytes = 100) =>
      pictureOf({
        key,
        address,
        draw: async () => {
          drawn.push(key);
          return new Uint8Array(bytes).fill(drawn.length);
        },
      });
    return { drawn, pictureOf, get };
  };

  it('draws once for simultaneous and later requests', async () => {
    const { drawn, get } = open();
    const pictures = await Promise.all(['anna', 'ben', 'anna'].map((address) => get('park', address)));
    expect(new Set(pictures).size).toBe(1);
    expect(await get('park', 'carla')).toBe(pictures[0]);
    expect(drawn).toEqual(['park']);
  });

  it('draws again after a failure, which fails all waiting requests', async () => {
    const { drawn, get, pictureOf } = open();
    const draw = () => Promise.reject(new Error('no room'));
    const failed = await Promise.allSettled(
      ['anna', 'ben'].map((address) => pictureOf({ key: 'park', address, draw })),
    );
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await get('park');
    expect(drawn).toEqual(['park']);
  });

  it('caches a number of bytes; the least recently used picture is dropped first', async () => {
    const { drawn, get } = open({ maxBytes: 250 });
    for (const key of ['one', 'two', 'one', 'three']) await get(key);
    expect(drawn).toEqual(['one', 'two', 'three']);
    await get('one');
    expect(drawn).toHaveLength(3);
    await get('two');
    expect(drawn).toEqual(['one', 'two', 'three', 'two']);
  });

  it("doesn't cache a picture larger than the cache, and continues after it", async () => {
    const { drawn, get } = open({ maxBytes: 250 });
    for (const key of ['huge', 'huge']) await get(key, 'anna', 251);
    for (const key of ['small', 'small']) await get(key);
    expect(drawn).toEqual(['huge', 'huge', 'small']);
  });

  it('limits the drawings of an address; cached pictures and drawings in progress cost nothing', async () => {
    const { drawn, get } = open({ points: 2 });
    await Promise.all(['one', 'one'].map((key) => get(key, 'anna')));
    for (const key of ['one', 'two', 'one', 'two']) await get(key, 'anna');
    await expect(get('three', 'anna')).rejects.toMatchObject({
      code: 'ErrorTooManyAttempts',
      retryAfterMs: expect.any(Number),
    });
    await get('three', 'ben');
    expect(drawn).toEqual(['one', 'two', 'three']);
  });
});
