import { dietLabelOf } from './meal-item';

it.each([
  [[], undefined],
  [['vegan', 'vegetarian'], 'Vegan'],
  [['vegetarian'], 'Vegetarisch'],
  [['vegetarian', 'halal'], 'Vegetarisch, Halal'],
  [['kosher'], 'Koscher'],
] as const)('formats %j as %s', (diets, expectedText) => {
  expect(dietLabelOf({ diets: [...diets] })).toBe(expectedText);
});
