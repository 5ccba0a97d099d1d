import { createLazyModule } from './lazy-module';

it('loads once for all callers', async () => {
  let importCount = 0;
  const lazy = createLazyModule(() => Promise.resolve(`Teil ${(importCount += 1)}`));
  expect(lazy.get()).toBeNull();
  const both = await Promise.all([lazy.load(), lazy.load()]);
  expect(both).toEqual([
    { ok: true, value: 'Teil 1' },
    { ok: true, value: 'Teil 1' },
  ]);
  expect(lazy.get()).toBe('Teil 1');
});

it('returns unavailable, and tries again at the next call', async () => {
  const answers = [() => Promise.reject(new Error('503')), () => Promise.resolve('da')];
  const lazy = createLazyModule(() => answers.shift()?.() ?? Promise.resolve('zu viel'));
  await expect(lazy.load()).resolves.toEqual({ ok: false, error: 'unavailable' });
  expect(lazy.get()).toBeNull();
  await expect(lazy.load()).resolves.toEqual({ ok: true, value: 'da' });
});
