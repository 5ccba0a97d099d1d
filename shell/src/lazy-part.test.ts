import { createLazyPart } from './lazy-part';

it('loads once for all who ask', async () => {
  let imports = 0;
  const part = createLazyPart(() => Promise.resolve(`Teil ${(imports += 1)}`));
  expect(part.get()).toBeNull();
  const both = await Promise.all([part.load(), part.load()]);
  expect(both).toEqual([{ ok: true, value: 'Teil 1' }, { ok: true, value: 'Teil 1' }]);
  expect(part.get()).toBe('Teil 1');
});

it('says that it is unavailable, and tries again when asked again', async () => {
  const answers = [() => Promise.reject(new Error('503')), () => Promise.resolve('da')];
  const part = createLazyPart(() => answers.shift()?.() ?? Promise.resolve('zu viel'));
  await expect(part.load()).resolves.toEqual({ ok: false, error: 'unavailable' });
  expect(part.get()).toBeNull();
  await expect(part.load()).resolves.toEqual({ ok: true, value: 'da' });
});
