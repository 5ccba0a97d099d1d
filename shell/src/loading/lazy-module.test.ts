import { createLazyModule } from './lazy-module';

it('loads once for all callers', async () => {
  let importCount = 0;
  const lazyModule = createLazyModule(() => Promise.resolve(`Teil ${(importCount += 1)}`));
  expect(lazyModule.get()).toBeNull();
  const loadResults = await Promise.all([lazyModule.load(), lazyModule.load()]);
  expect(loadResults).toEqual([
    { ok: true, value: 'Teil 1' },
    { ok: true, value: 'Teil 1' },
  ]);
  expect(lazyModule.get()).toBe('Teil 1');
});

it('returns unavailable, and tries again at the next call', async () => {
  const importResponses = [() => Promise.reject(new Error('503')), () => Promise.resolve('da')];
  const lazyModule = createLazyModule(() => importResponses.shift()?.() ?? Promise.resolve('zu viel'));
  await expect(lazyModule.load()).resolves.toEqual({ ok: false, error: 'unavailable' });
  expect(lazyModule.get()).toBeNull();
  await expect(lazyModule.load()).resolves.toEqual({ ok: true, value: 'da' });
});
