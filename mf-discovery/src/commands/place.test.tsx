import { fakeShell } from '@mahlzeit/shared-ui/testing';
import place from './place';

afterEach(() => window.localStorage.clear());

it('answers where somebody looked around last, and nothing where they never did', async () => {
  expect(await place({}, fakeShell())).toEqual({ at: null });
  window.localStorage.setItem('mahlzeit.lastPlace', JSON.stringify({ latitude: 53.55, longitude: 9.93 }));
  expect(await place({}, fakeShell())).toEqual({ at: { latitude: 53.55, longitude: 9.93 } });
});
