/** What a label rules out: `meat` also rules out vegetarian, `animal` only vegan. */
type Origin = 'meat' | 'animal';

/** What one label of the feed says about a dish; a label without any of these is known and not shown. */
export interface LabelMeaning {
  /** Letter of the fourteen allergens of Annex II Regulation (EU) 1169/2011 as German menus use them. */
  readonly allergen?: 'A' | 'B' | 'C' | 'D' | 'E' | 'F' | 'G' | 'H' | 'I' | 'J' | 'K' | 'L' | 'M' | 'N';
  /** German wording of an additive. */
  readonly additive?: string;
  readonly diet?: 'vegan' | 'vegetarian';
  readonly origin?: Origin;
}

const grain: LabelMeaning = { allergen: 'A' };
const nut: LabelMeaning = { allergen: 'H' };
const meat: LabelMeaning = { origin: 'meat' };
const notShown: LabelMeaning = {};

/** The one table of labels. Grains fold into A, nuts into H, milk and lactose into G, both sulphur labels into L. */
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
    // Not additives by law, but German canteens declare them in the same line, and people look for them there.
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

/** Meaning of a label; null for one that the table doesn't know. */
export const meaningOfLabel = (label: string): LabelMeaning | null => LABELS.get(label) ?? null;

/** Base names of the meal types that a canteen's dishes fall under. */
type CanteenMealType = 'Mittagstisch' | 'Vorspeisen' | 'Suppen' | 'Salate' | 'Beilagen' | 'Desserts' | 'Getränke';

/**
 * Where a dish type stands: its meal type, its place in the menu (higher first) and whether it says that the dish is
 * from an animal.
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
 * The one table of dish types, in the order of the menu. HG, B and N are „Hauptgericht“, „Beilage“ and „Nachspeise“
 * with the number of the counter. Main dishes are the canteen's Mittagstisch, „Süßspeise“ among them: it is the warm
 * sweet main dish (Kaiserschmarrn, Germknödel), desserts proper are „Dessert (Glas)“. „Tagessupe“ is misspelt at the
 * source.
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
 * Looks a dish type up; an unknown one counts as Mittagstisch, so that its place stays findable, and stands after the
 * known ones.
 */
export const placeOfDishType = (dishType: string): DishTypePlace => {
  const index = DISH_TYPES.findIndex((row) => row.pattern.test(dishType));
  const row = DISH_TYPES[index];
  if (row === undefined) return { mealType: 'Mittagstisch', order: 0, isAnimal: false, isKnown: false };
  const order = (DISH_TYPES.length - index) * STEP - numberIn(dishType);
  return { mealType: row.mealType, order, isAnimal: row.isAnimal === true, isKnown: true };
};

// Meat and fish by words that mean nothing else; a name that speaks of a substitute is left to its labels.
const MEAT_IN_NAME =
  /hähnchen|hühner|huhn|puten|truthahn|schwein|rind(?:er|fleisch|s)|kalbs|lamm|schinken|speck|salami|leberkäse|lachs|thunfisch|fischfilet|garnele|shrimp|calamari/i;
const SUBSTITUTE_IN_NAME = /vegan|vegetar|veggie|soja|tofu|seitan|erbsenprotein|sin carne|pflanzlich/i;

const namesMeat = (name: string): boolean => MEAT_IN_NAME.test(name) && !SUBSTITUTE_IN_NAME.test(name);

/** What the diets of a dish follow from. */
interface DietEvidence {
  readonly name: string;
  readonly isAnimalType: boolean;
  readonly meanings: readonly LabelMeaning[];
}

/**
 * The diets that a dish's labels claim and nothing contradicts: the feed labels dishes vegan that also carry LACTOSE,
 * and chicken breast vegetarian. In doubt the claim is dropped, never the allergen. Vegan implies vegetarian.
 */
export const claimedDiets = ({ name, isAnimalType, meanings }: DietEvidence): ('vegan' | 'vegetarian')[] => {
  const claims = new Set(meanings.map((meaning) => meaning.diet));
  const origins = new Set(meanings.map((meaning) => meaning.origin));
  if (isAnimalType || origins.has('meat') || namesMeat(name)) return [];
  if (claims.has('vegan') && !origins.has('animal')) return ['vegan', 'vegetarian'];
  return claims.has('vegan') || claims.has('vegetarian') ? ['vegetarian'] : [];
};
