import { holdsNul, isDecodable, isShallow } from './readable-text';

it.each([
  ['Suppe', false], ['Sup\u0000pe', true], [{ params: {}, query: { text: '\u0000' } }, true], [{ body: { dishes: [{ name: 'Suppe' }, { name: 'x\u0000' }] } }, true],
  [{ body: [1, null, true, 'Suppe', undefined] }, false], [null, false],
])('holdsNul: %j', (value, expected) => expect(holdsNul(value)).toBe(expected));

const nested = (depth: number): unknown => JSON.parse(`${'{"a":['.repeat(depth / 2)}${']}'.repeat(depth / 2)}`);

it.each([[{ a: [1, { b: null }] }, true], ['x', true], [null, true], [nested(50), true], [nested(52), false], [nested(20_000), false]])('isShallow (%#)', (value, expected) => expect(isShallow(value)).toBe(expected));

it.each([
  ['/api/search/meals/suppe?text=k%C3%A4se', true], ['/api?text=%FF', false], ['/api?text=%E0%A4%A', false], ['/api?text=%ED%A0%80', false], ['/api?text=100%', false], ['/api?%F0%9F%8D%95=1', true], ['/api?text=%00', true],
])('isDecodable: %s', (address, expected) => expect(isDecodable(address)).toBe(expected));
