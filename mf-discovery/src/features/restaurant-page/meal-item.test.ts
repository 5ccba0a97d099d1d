import { dietLabel } from './meal-item';

it.each([
  [[], undefined],
  [['vegan', 'vegetarian'], 'Vegan'],
  [['vegetarian'], 'Vegetarisch'],
  [['vegetarian', 'halal'], 'Vegetarisch, Halal'],
  [['kosher'], 'Koscher'],
] as const)('formats %j as %s', (diets, expectedText) => {
  expect(dietLabel({ diets: [...diets] })).toBe(expectedText);
});
