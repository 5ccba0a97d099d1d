import { allergenLabel, declaredInShort, dietLabel } from './declaration-words';

it.each(['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L', 'M', 'N'])('explains allergen %s', (code) => {
  const { name, ...rest } = allergenLabel(code);
  expect(rest).toEqual({ code });
  expect(name.length).toBeGreaterThan(3);
});

it.each(['Schalenfrüchte', 'constructor', 'Z'])('leaves %s as the menu has it', (written) => {
  expect(allergenLabel(written)).toEqual({ code: null, name: written });
});

it('lists the letters', () => {
  expect(declaredInShort(['A', 'C', 'G'])).toBe('A, C, G');
});

it.each([
  [[], undefined],
  [['vegan', 'vegetarian'], 'Vegan'],
  [['vegetarian'], 'Vegetarisch'],
  [['vegetarian', 'halal'], 'Vegetarisch, Halal'],
  [['kosher'], 'Koscher'],
] as const)('says %j as %s', (diets, words) => {
  expect(dietLabel({ diets: [...diets] })).toBe(words);
});
