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
const LABELS: ReadonlyMap<string, LabelMeaning> = new Map(Object.entries<LabelMeaning>({
  GLUTEN: grain, CEREAL: grain, WHEAT: grain, RYE: grain, BARLEY: grain, OAT: grain, SPELT: grain, HYBRIDS: grain,
  SHELLFISH: { allergen: 'B', origin: 'meat' },
  CHICKEN_EGGS: { allergen: 'C', origin: 'animal' },
  FISH: { allergen: 'D', origin: 'meat' },
  PEANUTS: { allergen: 'E' },
  SOY: { allergen: 'F' },
  MILK: { allergen: 'G', origin: 'animal' },
  LACTOSE: { allergen: 'G', origin: 'animal' },
  SHELL_FRUITS: nut, ALMONDS: nut, HAZELNUTS: nut, WALNUTS: nut, CASHEWS: nut, PECAN: nut, PISTACHIOS: nut, MACADAMIA: nut,
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
  MEAT: meat, PORK: meat, BEEF: meat, VEAL: meat, LAMB: meat, WILD_MEAT: meat, POULTRY: meat,
  GARLIC: notShown, BAVARIA: notShown, MSC: notShown,
}));

/** Meaning of a label; null for one that the table doesn't know. */
export const meaningOfLabel = (label: string): LabelMeaning | null => LABELS.get(label) ?? null;
