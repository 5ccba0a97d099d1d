import { placesLabel } from './list-head';

it.each([
  [{ more: 'none', radius: 5_000 }, 1, '1 Lokal in der Nähe'],
  [{ more: 'none', radius: 5_000 }, 14, '14 Lokale in der Nähe'],
  [{ more: 'loading', radius: 5_000 }, 10, 'Lokale in der Nähe'],
  [{ more: 'failed', radius: 5_000 }, 10, 'Lokale in der Nähe'],
  [{ more: 'none', radius: 15_000 }, 1, '1 Lokal im Umkreis von 15\u00a0km'],
  [{ more: 'none', radius: 50_000 }, 3, '3 Lokale im Umkreis von 50\u00a0km'],
  [{ more: 'loading', radius: 50_000 }, 10, 'Lokale im Umkreis von 50\u00a0km'],
] as const)('says of %j with %i of them: %s', (nearby, count, words) => {
  expect(placesLabel(nearby, count)).toBe(words);
});
