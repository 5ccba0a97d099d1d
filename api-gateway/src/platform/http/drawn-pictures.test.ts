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

  it('draws once for all who ask at the same time, and for whoever asks later', async () => {
    const { drawn, get } = open();
    const pictures = await Promise.all(['anna', 'ben', 'anna'].map((address) => get('park', address)));
    expect(new Set(pictures).size).toBe(1);
    expect(await get('park', 'carla')).toBe(pictures[0]);
    expect(drawn).toEqual(['park']);
  });

  it('draws again what could not be drawn, and fails all who waited for it', async () => {
    const { drawn, get, pictureOf } = open();
    const draw = () => Promise.reject(new Error('no room'));
    const failed = await Promise.allSettled(
      ['anna', 'ben'].map((address) => pictureOf({ key: 'park', address, draw })),
    );
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await get('park');
    expect(drawn).toEqual(['park']);
  });

  it('keeps so many bytes; what was not asked for the longest goes first', async () => {
    const { drawn, get } = open({ maxBytes: 250 });
    for (const key of ['one', 'two', 'one', 'three']) await get(key);
    expect(drawn).toEqual(['one', 'two', 'three']);
    await get('one');
    expect(drawn).toHaveLength(3);
    await get('two');
    expect(drawn).toEqual(['one', 'two', 'three', 'two']);
  });

  it('keeps nothing that is larger than all there is room for, and goes on after it', async () => {
    const { drawn, get } = open({ maxBytes: 250 });
    for (const key of ['huge', 'huge']) await get(key, 'anna', 251);
    for (const key of ['small', 'small']) await get(key);
    expect(drawn).toEqual(['huge', 'huge', 'small']);
  });

  it('draws so many for an address; what is kept or on its way costs it nothing', async () => {
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
