/** Animal origin of an ingredient. `meat` excludes the diets vegan and vegetarian, `animal` excludes only vegan. */
type Origin = 'meat' | 'animal';

/** Meaning of a label in the feed. An empty object stands for a known label that the app doesn't show. */
export interface LabelMeaning {
  /** Letter of one of the fourteen allergens of Annex II Regulation (EU) 1169/2011, as German menus use it. */
  readonly allergen?: 'A' | 'B' | 'C' | 'D' | 'E' | 'F' | 'G' | 'H' | 'I' | 'J' | 'K' | 'L' | 'M' | 'N';
  /** German description of an additive. */
  readonly additive?: string;
  readonly diet?: 'vegan' | 'vegetarian';
  readonly origin?: Origin;
}

const grain: LabelMeaning = { allergen: 'A' };
const nut: LabelMeaning = { allergen: 'H' };
const meat: LabelMeaning = { origin: 'meat' };
const notShown: LabelMeaning = {};

/**
 * Meanings of all known labels. All grains have the allergen A, all nuts H, milk and lactose G, and both sulphur labels
 * L.
 */
const LABELS: ReadonlyMap<string, LabelMeaning> = new Map(
  Object.entries<LabelMeaning>({
    GLUTEN: grain,
    CEREAL: grain,
    WHEAT: grain,
    RYE: grain,
    BARLEY: grain,
    OAT: grain,
    SPELT: grain,
    HYBRIDS: grain,
    SHELLFISH: { allergen: 'B', origin: 'meat' },
    CHICKEN_EGGS: { allergen: 'C', origin: 'animal' },
    FISH: { allergen: 'D', origin: 'meat' },
    PEANUTS: { allergen: 'E' },
    SOY: { allergen: 'F' },
    MILK: { allergen: 'G', origin: 'animal' },
    LACTOSE: { allergen: 'G', origin: 'animal' },
    SHELL_FRUITS: nut,
    ALMONDS: nut,
    HAZELNUTS: nut,
    WALNUTS: nut,
    CASHEWS: nut,
    PECAN: nut,
    PISTACHIOS: nut,
    MACADAMIA: nut,
    CELERY: { allergen: 'I' },
    MUSTARD: { allergen: 'J' },
    SESAME: { allergen: 'K' },
    SULPHURS: { allergen: 'L' },
    SULFITES: { allergen: 'L' },
    LUPIN: { allergen: 'M' },
    MOLLUSCS: { allergen: 'N', origin: 'meat' },
    DYESTUFF: { additive: 'mit Farbstoff' },
    PRESERVATIVES: { additive: 'mit Konservierungsstoff' },
    ANTIOXIDANTS: { additive: 'mit Antioxidationsmittel' },
    FLAVOR_ENHANCER: { additive: 'mit Geschmacksverstärker' },
    WAXED: { additive: 'gewachst' },
    PHOSPHATES: { additive: 'mit Phosphat' },
    SWEETENERS: { additive: 'mit Süßungsmittel' },
    PHENYLALANINE: { additive: 'enthält eine Phenylalaninquelle' },
    // Legally these are no additives. German canteens declare them together with the additives, so readers expect them
    // there.
    COCOA_CONTAINING_GREASE: { additive: 'mit kakaohaltiger Fettglasur' },
    GELATIN: { additive: 'mit Gelatine', origin: 'meat' },
    ALCOHOL: { additive: 'mit Alkohol' },
    VEGAN: { diet: 'vegan' },
    VEGETARIAN: { diet: 'vegetarian' },
    MEAT: meat,
    PORK: meat,
    BEEF: meat,
    VEAL: meat,
    LAMB: meat,
    WILD_MEAT: meat,
    POULTRY: meat,
    GARLIC: notShown,
    BAVARIA: notShown,
    MSC: notShown,
  }),
);

/** Returns the meaning of a label; null for an unknown label. */
export const meaningOfLabel = (label: string): LabelMeaning | null => LABELS.get(label) ?? null;

/** Base names of the meal types of canteen dishes. */
type CanteenMealType = 'Mittagstisch' | 'Vorspeisen' | 'Suppen' | 'Salate' | 'Beilagen' | 'Desserts' | 'Getränke';

/**
 * Meal type and order of a dish. A higher `order` comes first. `isAnimal` is true for dish types that contain meat or
 * fish.
 */
interface DishTypePlace {
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
 * All dish types in the order of the menu. HG, B and N mean „Hauptgericht“, „Beilage“ and „Nachspeise“, followed by the
 * number of the counter. All main dishes get the meal type Mittagstisch. A „Süßspeise“ is a warm sweet main dish
 * (Kaiserschmarrn, Germknödel); desserts are called „Dessert (Glas)“. The feed sometimes writes „Tagessupe“ instead of
 * „Tagessuppe“.
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

/**
 * Returns the meal type and order of a dish type. An unknown dish type becomes Mittagstisch, so that searches for lunch
 * find its place. It comes after the known dish types.
 */
export const placeOfDishType = (dishType: string): DishTypePlace => {
  const index = DISH_TYPES.findIndex((row) => row.pattern.test(dishType));
  const row = DISH_TYPES[index];
  if (row === undefined) return { mealType: 'Mittagstisch', order: 0, isAnimal: false, isKnown: false };
  const order = (DISH_TYPES.length - index) * STEP - numberIn(dishType);
  return { mealType: row.mealType, order, isAnimal: row.isAnimal === true, isKnown: true };
};

// Words that certainly mean meat or fish. If the name also mentions a substitute, only the labels count.
const MEAT_IN_NAME =
  /hähnchen|hühner|huhn|puten|truthahn|schwein|rind(?:er|fleisch|s)|kalbs|lamm|schinken|speck|salami|leberkäse|lachs|thunfisch|fischfilet|garnele|shrimp|calamari/i;
const SUBSTITUTE_IN_NAME = /vegan|vegetar|veggie|soja|tofu|seitan|erbsenprotein|sin carne|pflanzlich/i;

const namesMeat = (name: string): boolean => MEAT_IN_NAME.test(name) && !SUBSTITUTE_IN_NAME.test(name);

/** Data of a dish from which its diets are derived. */
interface DietEvidence {
  readonly name: string;
  readonly isAnimalType: boolean;
  readonly meanings: readonly LabelMeaning[];
}

/**
 * Returns the diets of a dish that its labels claim and that nothing contradicts. The feed labels some dishes as vegan
 * together with LACTOSE, and chicken breast as vegetarian. A contradiction removes the diet but never an allergen. A
 * vegan dish is also vegetarian.
 */
export const claimedDiets = ({ name, isAnimalType, meanings }: DietEvidence): ('vegan' | 'vegetarian')[] => {
  const claims = new Set(meanings.map((meaning) => meaning.diet));
  const origins = new Set(meanings.map((meaning) => meaning.origin));
  if (isAnimalType || origins.has('meat') || namesMeat(name)) return [];
  if (claims.has('vegan') && !origins.has('animal')) return ['vegan', 'vegetarian'];
  return claims.has('vegan') || claims.has('vegetarian') ? ['vegetarian'] : [];
};
