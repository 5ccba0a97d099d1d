import { createCartStorage } from './cart-memory';
import { noCarts } from './cart-rules';
import type { Carts } from './cart-rules';

const carts: Carts = { owner: 'ich', day: '2026-06-24', byRestaurant: { kantine: { curry: 2 } } };

const storageWith = (kept: string | null = null) => {
  let text = kept;
  return { getItem: () => text, setItem: (_: string, next: string) => void (text = next), removeItem: () => void (text = null) };
};

it('gives back what it was given', () => {
  const storage = storageWith();
  createCartStorage(() => storage).write(carts);
  expect(createCartStorage(() => storage).read()).toEqual(carts);
});

it.each([
  null,
  '',
  'kein JSON',
  '[]',
  '{"owner":"ich","day":"2026-06-24"}',
  '{"owner":null,"day":"2026-06-24","byRestaurant":{}}',
  '{"owner":"ich","day":"2026-06-24","byRestaurant":{"kantine":{"curry":-1}}}',
  '{"owner":"ich","day":"2026-06-24","byRestaurant":{"kantine":{"curry":"2"}}}',
  '{"owner":"ich","day":"2026-06-24","byRestaurant":{"kantine":[2]}}',
])('takes %j for no carts', (kept) => {
  expect(createCartStorage(() => storageWith(kept)).read()).toEqual(noCarts);
});

it('does without a storage that is blocked or full', () => {
  const memory = createCartStorage(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  expect(memory.read()).toEqual(noCarts);
  expect(() => memory.write(carts)).not.toThrow();
});
