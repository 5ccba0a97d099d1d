/** Animal origin of an ingredient. `meat` excludes the diets vegan and vegetarian, `animal` excludes only vegan. */
type Origin = 'meat' | 'animal';

/** Meaning of a label in the feed. An empty object stands for a known label that the app doesn't show. */
export interface LabelMeaning {
  /** Letter of one of the fourteen allergens of Annex II Regulation (EU) 1169/2011, as German menus use it. */
  readonly allergen?: 'A' | 'B' | 'C' | 'D' | 'E' | 'F' | 'G' | 'H' | 'I' | 'J' | 'K' | 'L' | 'M' | 'N';
  /** Description of an additive in German, for example „mit Gelatine“; absent for a label that is no additive. */
  readonly additive?: string;
  readonly diet?: 'vegan' | 'vegetarian';
  readonly origin?: Origin;
}

const grainLabelMeaning: LabelMeaning = { allergen: 'A' };
const nutLabelMeaning: LabelMeaning = { allergen: 'H' };
const meatLabelMeaning: LabelMeaning = { origin: 'meat' };
const hiddenLabelMeaning: LabelMeaning = {};

/**
 * Meanings of all labels in the canteens' feed. All grains have the allergen A, all nuts H, milk and lactose G, and
 * both sulphur labels L.
 */
const MEANING_BY_LABEL: ReadonlyMap<string, LabelMeaning> = new Map(
  Object.entries<LabelMeaning>({
    GLUTEN: grainLabelMeaning,
    CEREAL: grainLabelMeaning,
    WHEAT: grainLabelMeaning,
    RYE: grainLabelMeaning,
    BARLEY: grainLabelMeaning,
    OAT: grainLabelMeaning,
    SPELT: grainLabelMeaning,
    HYBRIDS: grainLabelMeaning,
    SHELLFISH: { allergen: 'B', origin: 'meat' },
    CHICKEN_EGGS: { allergen: 'C', origin: 'animal' },
    FISH: { allergen: 'D', origin: 'meat' },
    PEANUTS: { allergen: 'E' },
    SOY: { allergen: 'F' },
    MILK: { allergen: 'G', origin: 'animal' },
    LACTOSE: { allergen: 'G', origin: 'animal' },
    SHELL_FRUITS: nutLabelMeaning,
    ALMONDS: nutLabelMeaning,
    HAZELNUTS: nutLabelMeaning,
    WALNUTS: nutLabelMeaning,
    CASHEWS: nutLabelMeaning,
    PECAN: nutLabelMeaning,
    PISTACHIOS: nutLabelMeaning,
    MACADAMIA: nutLabelMeaning,
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
    // The following labels are legally no additives. German canteens declare them together with the additives, so
    // guests expect them there.
    COCOA_CONTAINING_GREASE: { additive: 'mit kakaohaltiger Fettglasur' },
    GELATIN: { additive: 'mit Gelatine', origin: 'meat' },
    ALCOHOL: { additive: 'mit Alkohol' },
    VEGAN: { diet: 'vegan' },
    VEGETARIAN: { diet: 'vegetarian' },
    MEAT: meatLabelMeaning,
    PORK: meatLabelMeaning,
    BEEF: meatLabelMeaning,
    VEAL: meatLabelMeaning,
    LAMB: meatLabelMeaning,
    WILD_MEAT: meatLabelMeaning,
    POULTRY: meatLabelMeaning,
    GARLIC: hiddenLabelMeaning,
    BAVARIA: hiddenLabelMeaning,
    MSC: hiddenLabelMeaning,
  }),
);

/** Returns the meaning of a label in the canteens' feed; null for an unknown label. */
export const meaningOfLabel = (label: string): LabelMeaning | null => MEANING_BY_LABEL.get(label) ?? null;

/** Base names of the meal types that a canteen dish can get. The database must contain all of them. */
type CanteenMealType = 'Mittagstisch' | 'Vorspeisen' | 'Suppen' | 'Salate' | 'Beilagen' | 'Desserts' | 'Getränke';

/**
 * Meal type and order that a dish gets by its type in the canteens' feed. A higher `order` comes first. `isAnimal` is
 * true for dish types that contain meat or fish.
 */
interface DishTypeOrder {
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
 * All dish types of the canteens' feed, in the order of the menu. HG, B and N mean „Hauptgericht“, „Beilage“ and
 * „Nachspeise“, followed by the number of the canteen's serving counter. All main dishes get the meal type
 * Mittagstisch. A „Süßspeise“ is a warm sweet main dish (Kaiserschmarrn, Germknödel); desserts are called „Dessert
 * (Glas)“. The feed sometimes writes „Tagessupe“ instead of „Tagessuppe“.
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

const DISH_ORDER_STEP = 100;

const counterNumberOf = (dishType: string): number =>
  Math.min(Number(/\d+/.exec(dishType)?.[0] ?? 0), DISH_ORDER_STEP - 1);

/**
 * Returns the meal type and order of a dish type. An unknown dish type becomes Mittagstisch, so that searches for lunch
 * find the canteen; on the menu it comes after the known dish types.
 */
export const classifyDishType = (dishType: string): DishTypeOrder => {
  const dishTypeIndex = DISH_TYPES.findIndex((dishTypeRow) => dishTypeRow.pattern.test(dishType));
  const matchedDishType = DISH_TYPES[dishTypeIndex];
  if (matchedDishType === undefined) return { mealType: 'Mittagstisch', order: 0, isAnimal: false, isKnown: false };
  const dishOrder = (DISH_TYPES.length - dishTypeIndex) * DISH_ORDER_STEP - counterNumberOf(dishType);
  return {
    mealType: matchedDishType.mealType,
    order: dishOrder,
    isAnimal: matchedDishType.isAnimal === true,
    isKnown: true,
  };
};

// Pattern of words that certainly mean meat or fish. If a dish's name also mentions a substitute, only the dish's
// labels count.
const MEAT_PATTERN =
  /hähnchen|hühner|huhn|puten|truthahn|schwein|rind(?:er|fleisch|s)|kalbs|lamm|schinken|speck|salami|leberkäse|lachs|thunfisch|fischfilet|garnele|shrimp|calamari/i;
const SUBSTITUTE_PATTERN = /vegan|vegetar|veggie|soja|tofu|seitan|erbsenprotein|sin carne|pflanzlich/i;

const mentionsMeat = (dishName: string): boolean => MEAT_PATTERN.test(dishName) && !SUBSTITUTE_PATTERN.test(dishName);

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
  const claimedDietSet = new Set(meanings.map((meaning) => meaning.diet));
  const origins = new Set(meanings.map((meaning) => meaning.origin));
  if (isAnimalType || origins.has('meat') || mentionsMeat(name)) return [];
  if (claimedDietSet.has('vegan') && !origins.has('animal')) return ['vegan', 'vegetarian'];
  return claimedDietSet.has('vegan') || claimedDietSet.has('vegetarian') ? ['vegetarian'] : [];
};
