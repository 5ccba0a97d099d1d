import { allergenLabel, ALLERGENS, shortDeclarationOf } from './declared';

it.each(ALLERGENS)('explains allergen %s', (code) => {
  const { name, ...rest } = allergenLabel(code);
  expect(rest).toEqual({ code });
  expect(name.length).toBeGreaterThan(3);
});

it.each(['Schalenfrüchte', 'constructor', 'Z'])('leaves %s unchanged', (allergenText) => {
  expect(allergenLabel(allergenText)).toEqual({ code: null, name: allergenText });
});

it.each([
  [['A', 'C', 'G'], ['mit Phosphat'], 'Allergene A, C, G'],
  [[], ['mit Phosphat'], 'Zusatzstoffe'],
  [[], [], null],
])('says %j and %j in short', (allergens, additives, expectedText) => {
  expect(shortDeclarationOf({ allergens, additives })).toBe(expectedText);
});
