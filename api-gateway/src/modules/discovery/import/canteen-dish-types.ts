/** Base names of the meal types that a canteen's dishes fall under. */
export type CanteenMealType = 'Mittagstisch' | 'Vorspeisen' | 'Suppen' | 'Salate' | 'Beilagen' | 'Desserts' | 'Getränke';

/** Where a dish type stands: its meal type, its place in the menu (higher first) and whether it says that the dish is from an animal. */
export interface DishTypePlace {
  readonly mealType: CanteenMealType;
  readonly order: number;
  readonly isAnimal: boolean;
  readonly isKnown: boolean;
}

interface DishTypeRow {
  readonly pattern: RegExp;
  readonly mealType: CanteenMealType;
  readonly isAnimal?: true;
}

/**
 * The one table of dish types, in the order of the menu. HG, B and N are „Hauptgericht“, „Beilage“ and „Nachspeise“ with
 * the number of the counter. Main dishes are the canteen's Mittagstisch, „Süßspeise“ among them: it is the warm sweet main
 * dish (Kaiserschmarrn, Germknödel), desserts proper are „Dessert (Glas)“. „Tagessupe“ is misspelt at the source.
 */
const DISH_TYPES: readonly DishTypeRow[] = [
  { pattern: /^(?:HG|Hauptgericht|Gericht)\s*\d*$/i, mealType: 'Mittagstisch' },
  { pattern: /^Tagesgericht$/i, mealType: 'Mittagstisch' },
  { pattern: /^(?:Fleisch|Tierisch)$/i, mealType: 'Mittagstisch', isAnimal: true },
  { pattern: /^Fisch$/i, mealType: 'Mittagstisch', isAnimal: true },
  { pattern: /^Vegetarisch(?:\s*\/\s*fleischlos)?$/i, mealType: 'Mittagstisch' },
  { pattern: /^Vegan$/i, mealType: 'Mittagstisch' },
  { pattern: /^Pasta$/i, mealType: 'Mittagstisch' },
  { pattern: /^Pizza(?: Veggie)?$/i, mealType: 'Mittagstisch' },
  { pattern: /^Burger$/i, mealType: 'Mittagstisch' },
  { pattern: /^Grill$/i, mealType: 'Mittagstisch' },
  { pattern: /^Wok$/i, mealType: 'Mittagstisch' },
  { pattern: /^Studitopf$/i, mealType: 'Mittagstisch' },
  { pattern: /^Süßspeise$/i, mealType: 'Mittagstisch' },
  { pattern: /^Vorspeise(?:n)?$/i, mealType: 'Vorspeisen' },
  { pattern: /^(?:Tagessupp?e|Suppe|Suppentopf)(?:,.*)?$/i, mealType: 'Suppen' },
  { pattern: /^Salat(?:e|theke|buffet)?$/i, mealType: 'Salate' },
  { pattern: /^(?:B\s*\d+|Beilagen?)$/i, mealType: 'Beilagen' },
  { pattern: /^(?:N\s*\d+|Nachspeisen?|Dessert(?: vegan| \(Glas\))?)$/i, mealType: 'Desserts' },
  { pattern: /^Getränke?$/i, mealType: 'Getränke' },
];

const STEP = 100;

const numberIn = (dishType: string): number => Math.min(Number(/\d+/.exec(dishType)?.[0] ?? 0), STEP - 1);

/** Looks a dish type up; an unknown one counts as Mittagstisch, so that its place stays findable, and stands after the known ones. */
export const placeOfDishType = (dishType: string): DishTypePlace => {
  const index = DISH_TYPES.findIndex((row) => row.pattern.test(dishType));
  const row = DISH_TYPES[index];
  if (row === undefined) return { mealType: 'Mittagstisch', order: 0, isAnimal: false, isKnown: false };
  const order = (DISH_TYPES.length - index) * STEP - numberIn(dishType);
  return { mealType: row.mealType, order, isAnimal: row.isAnimal === true, isKnown: true };
};
