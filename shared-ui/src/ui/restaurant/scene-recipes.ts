import { textHash } from '../art/art';
import type { FoodArtName } from '../art/food-art-name';
import type { TableTone } from '../theme/tokens';

/** Pattern of a table cloth. */
export type ClothPattern = 'gingham' | 'linen' | 'stripe' | 'mat' | 'tile' | 'dots';

/**
 * Side dish or ingredient that is drawn beside the plate. `x` and `y` are fractions of the frame's width and height,
 * `size` a fraction of its height.
 */
export interface SceneSide {
  readonly art: FoodArtName;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  /** Rotation of the drawing in degrees, clockwise. */
  readonly rotation?: number;
}

/** Drawing of a laid table, seen from above at noon: cloth, plate with a dish, things beside the plate. */
export interface SceneSpec {
  readonly tone: TableTone;
  readonly pattern: ClothPattern;
  readonly hero: FoodArtName;
  /** Horizontal centre of the plate as a fraction of the frame's width. */
  readonly plateX: number;
  readonly sides: readonly SceneSide[];
  /** Two small dishes that only wide drawings contain. */
  readonly extras: readonly [FoodArtName, FoodArtName];
}

/** Drawing of a laid table, with the beginnings of words in restaurant names and tags that select it. */
interface SceneRecipe extends SceneSpec {
  readonly keywords: readonly string[];
}

/**
 * Position and size of a drawn thing: `x` and `y` as fractions of the frame's width and height, size as a fraction of
 * its height, rotation in degrees clockwise.
 */
type SidePosition = readonly [x: number, y: number, size: number, turn?: number];

const sideDish = (dishArt: SceneSide['art'], [x, y, size, rotation = 0]: SidePosition): SceneSide => ({
  art: dishArt,
  x,
  y,
  size,
  rotation,
});

/**
 * Drawings of laid tables for words in restaurant names and tags. The first word that matches decides. If several
 * drawings have that word, the hash of the name chooses one.
 */
const SCENE_RECIPES: readonly SceneRecipe[] = [
  {
    keywords: ['kuchen', 'torte', 'kirschtorte', 'konditor', 'bäcker', 'dessert', 'patisserie'],
    tone: 'plum',
    pattern: 'gingham',
    hero: 'shortcake',
    plateX: 0.5,
    extras: ['doughnut', 'hot-beverage'],
    sides: [
      sideDish('cherries', [0.1, 0.22, 0.56, -14]),
      sideDish('cherries', [0.95, 0.9, 0.62, 20]),
      sideDish('hot-beverage', [0.8, 0.2, 0.4]),
      sideDish('strawberry', [0.16, 0.92, 0.4, -8]),
    ],
  },
  {
    keywords: [
      'café',
      'cafe',
      'cafeteria',
      'kaffee',
      'stucafé',
      'espresso',
      'frühstück',
      'französisch',
      'crêpe',
      'brasserie',
    ],
    tone: 'cocoa',
    pattern: 'gingham',
    hero: 'croissant',
    plateX: 0.5,
    extras: ['hot-beverage', 'red-apple'],
    sides: [
      sideDish('hot-beverage', [0.12, 0.74, 0.56]),
      sideDish('strawberry', [0.93, 0.86, 0.48, 14]),
      sideDish('red-apple', [0.9, 0.2, 0.4, 10]),
    ],
  },
  {
    keywords: ['italien', 'pasta', 'trattoria', 'ristorante', 'osteria', 'spaghetti', 'nudel'],
    tone: 'apricot',
    pattern: 'stripe',
    hero: 'spaghetti',
    plateX: 0.46,
    extras: ['pizza', 'olive'],
    sides: [
      sideDish('tomato', [0.08, 0.86, 0.54, -12]),
      sideDish('herb', [0.9, 0.5, 0.62, 12]),
      sideDish('garlic', [0.1, 0.2, 0.38, 20]),
      sideDish('olive', [0.78, 0.92, 0.26]),
    ],
  },
  {
    keywords: ['pizz'],
    tone: 'herb',
    pattern: 'gingham',
    hero: 'pizza',
    plateX: 0.52,
    extras: ['green-salad', 'olive'],
    sides: [
      sideDish('tomato', [0.92, 0.82, 0.5, 12]),
      sideDish('mushroom', [0.1, 0.24, 0.42, -16]),
      sideDish('herb', [0.12, 0.86, 0.5, -20]),
      sideDish('olive', [0.84, 0.2, 0.28]),
    ],
  },
  {
    keywords: ['vietnam', 'phở', 'pho', 'ramen', 'thai', 'china', 'chines', 'asia', 'korea', 'wok', 'nudelsuppe'],
    tone: 'herb',
    pattern: 'mat',
    hero: 'steaming-bowl',
    plateX: 0.54,
    extras: ['fried-shrimp', 'teacup-without-handle'],
    sides: [
      sideDish('hot-pepper', [0.13, 0.26, 0.46, -30]),
      sideDish('lemon', [0.94, 0.84, 0.5, 12]),
      sideDish('leafy-green', [0.07, 0.92, 0.5]),
      sideDish('herb', [0.88, 0.2, 0.36, 30]),
    ],
  },
  {
    keywords: ['japan', 'sushi', 'izakaya', 'poke'],
    tone: 'sky',
    pattern: 'mat',
    hero: 'sushi',
    plateX: 0.5,
    extras: ['bento-box', 'teacup-without-handle'],
    sides: [
      sideDish('chopsticks', [0.86, 0.4, 0.6, 24]),
      sideDish('ginger-root', [0.09, 0.84, 0.5, -8]),
      sideDish('teacup-without-handle', [0.13, 0.22, 0.42]),
      sideDish('lemon', [0.95, 0.92, 0.36, 10]),
    ],
  },
  {
    keywords: ['indisch', 'indien', 'curry', 'tandoor', 'nepal', 'pakistan', 'sri'],
    tone: 'cocoa',
    pattern: 'tile',
    hero: 'curry-rice',
    plateX: 0.52,
    extras: ['stuffed-flatbread', 'pot-of-food'],
    sides: [
      sideDish('ginger-root', [0.1, 0.82, 0.52, -8]),
      sideDish('hot-pepper', [0.88, 0.24, 0.44, 24]),
      sideDish('onion', [0.95, 0.92, 0.42]),
    ],
  },
  {
    keywords: [
      'türk',
      'döner',
      'kebap',
      'kebab',
      'arab',
      'liban',
      'syrisch',
      'orient',
      'falafel',
      'persisch',
      'israel',
    ],
    tone: 'apricot',
    pattern: 'tile',
    hero: 'stuffed-flatbread',
    plateX: 0.5,
    extras: ['green-salad', 'olive'],
    sides: [
      sideDish('tomato', [0.09, 0.82, 0.5, -10]),
      sideDish('onion', [0.92, 0.24, 0.42, 8]),
      sideDish('cucumber', [0.93, 0.86, 0.52, 16]),
      sideDish('hot-pepper', [0.12, 0.2, 0.38, -24]),
    ],
  },
  {
    keywords: ['griech', 'mediterran', 'spanisch', 'tapas', 'paella', 'portug', 'kroat', 'balkan'],
    tone: 'sky',
    pattern: 'gingham',
    hero: 'shallow-pan-of-food',
    plateX: 0.5,
    extras: ['green-salad', 'olive'],
    sides: [
      sideDish('lemon', [0.1, 0.8, 0.5, -10]),
      sideDish('olive', [0.88, 0.22, 0.34, 12]),
      sideDish('bell-pepper', [0.93, 0.86, 0.54, 10]),
      sideDish('garlic', [0.12, 0.2, 0.36, -12]),
    ],
  },
  {
    keywords: ['mexik', 'taco', 'burrito', 'texmex', 'latein'],
    tone: 'butter',
    pattern: 'tile',
    hero: 'taco',
    plateX: 0.5,
    extras: ['avocado', 'cup-with-straw'],
    sides: [
      sideDish('avocado', [0.92, 0.8, 0.5, 14]),
      sideDish('hot-pepper', [0.1, 0.24, 0.46, -24]),
      sideDish('tomato', [0.09, 0.88, 0.46, -8]),
      sideDish('lemon', [0.87, 0.18, 0.34]),
    ],
  },
  {
    keywords: ['burger', 'amerik', 'diner', 'pommes', 'fast'],
    tone: 'apricot',
    pattern: 'gingham',
    hero: 'hamburger',
    plateX: 0.48,
    extras: ['french-fries', 'cup-with-straw'],
    sides: [
      sideDish('french-fries', [0.9, 0.3, 0.54, 12]),
      sideDish('tomato', [0.09, 0.84, 0.48, -10]),
      sideDish('leafy-green', [0.94, 0.92, 0.44]),
      sideDish('onion', [0.11, 0.2, 0.38, 8]),
    ],
  },
  {
    keywords: ['steak', 'grill', 'braten', 'fleisch', 'metzger', 'bbq'],
    tone: 'cocoa',
    pattern: 'linen',
    hero: 'meat-on-bone',
    plateX: 0.5,
    extras: ['potato', 'green-salad'],
    sides: [
      sideDish('potato', [0.93, 0.84, 0.48, 8]),
      sideDish('mushroom', [0.1, 0.24, 0.42, -14]),
      sideDish('salt', [0.88, 0.22, 0.4, 10]),
      sideDish('herb', [0.09, 0.88, 0.46, -18]),
    ],
  },
  {
    keywords: ['fisch', 'meer', 'hafen', 'matjes', 'norddeutsch', 'seafood'],
    tone: 'sky',
    pattern: 'linen',
    hero: 'fried-shrimp',
    plateX: 0.5,
    extras: ['fish', 'potato'],
    sides: [
      sideDish('lemon', [0.1, 0.82, 0.44, -12]),
      sideDish('potato', [0.93, 0.84, 0.46, 8]),
      sideDish('onion', [0.12, 0.2, 0.36]),
      sideDish('salt', [0.86, 0.26, 0.4, 10]),
    ],
  },
  {
    keywords: ['veg', 'salat', 'gemüse', 'bio', 'bowl', 'gesund', 'rohkost', 'halal', 'koscher'],
    tone: 'butter',
    pattern: 'dots',
    hero: 'green-salad',
    plateX: 0.48,
    extras: ['egg', 'avocado'],
    sides: [
      sideDish('carrot', [0.1, 0.8, 0.52, -20]),
      sideDish('avocado', [0.92, 0.78, 0.46, 14]),
      sideDish('pea-pod', [0.12, 0.2, 0.4, -20]),
    ],
  },
  {
    keywords: [
      'deutsch',
      'bayer',
      'bayr',
      'schwäb',
      'badisch',
      'fränk',
      'österreich',
      'alpen',
      'wirtshaus',
      'brauhaus',
      'biergarten',
      'brez',
    ],
    tone: 'butter',
    pattern: 'linen',
    hero: 'pretzel',
    plateX: 0.5,
    extras: ['cheese-wedge', 'beer-mug'],
    sides: [
      sideDish('beer-mug', [0.9, 0.34, 0.56]),
      sideDish('cheese-wedge', [0.1, 0.8, 0.5, -8]),
      sideDish('onion', [0.12, 0.2, 0.34, 10]),
    ],
  },
  {
    keywords: ['mensa', 'kantine', 'betriebsrestaurant', 'eintopf', 'suppe', 'mittag', 'bistro', 'stubistro'],
    tone: 'butter',
    pattern: 'stripe',
    hero: 'pot-of-food',
    plateX: 0.5,
    extras: ['bread', 'red-apple'],
    sides: [
      sideDish('carrot', [0.92, 0.82, 0.5, 18]),
      sideDish('herb', [0.1, 0.22, 0.44, -16]),
      sideDish('bread', [0.09, 0.86, 0.5, -6]),
      sideDish('onion', [0.9, 0.2, 0.34, 8]),
    ],
  },
  {
    keywords: ['mensa', 'kantine', 'betriebsrestaurant', 'hausmannskost', 'mittag'],
    tone: 'sky',
    pattern: 'stripe',
    hero: 'cooking',
    plateX: 0.5,
    extras: ['potato', 'green-salad'],
    sides: [
      sideDish('potato', [0.93, 0.84, 0.46, 8]),
      sideDish('broccoli', [0.1, 0.8, 0.48, -10]),
      sideDish('onion', [0.12, 0.2, 0.36]),
      sideDish('salt', [0.86, 0.26, 0.4, 10]),
    ],
  },
  {
    keywords: ['mensa', 'kantine', 'betriebsrestaurant', 'mittag'],
    tone: 'herb',
    pattern: 'linen',
    hero: 'curry-rice',
    plateX: 0.5,
    extras: ['green-salad', 'red-apple'],
    sides: [
      sideDish('pea-pod', [0.1, 0.24, 0.44, -20]),
      sideDish('bell-pepper', [0.92, 0.82, 0.5, 10]),
      sideDish('carrot', [0.09, 0.88, 0.46, -24]),
      sideDish('ginger-root', [0.88, 0.2, 0.36, 8]),
    ],
  },
  {
    keywords: [
      'mensa',
      'kantine',
      'mittag',
      'espressobar',
      'stucafé',
      'bistro',
      'stubistro',
      'imbiss',
      'snack',
      'sandwich',
      'bagel',
      'brot',
    ],
    tone: 'apricot',
    pattern: 'linen',
    hero: 'sandwich',
    plateX: 0.52,
    extras: ['hot-beverage', 'red-apple'],
    sides: [
      sideDish('cheese-wedge', [0.1, 0.8, 0.48, -8]),
      sideDish('tomato', [0.93, 0.84, 0.48, 10]),
      sideDish('leafy-green', [0.11, 0.22, 0.42]),
      sideDish('cup-with-straw', [0.89, 0.24, 0.44, 8]),
    ],
  },
  {
    keywords: ['eis', 'gelat', 'joghurt'],
    tone: 'plum',
    pattern: 'dots',
    hero: 'soft-ice-cream',
    plateX: 0.5,
    extras: ['doughnut', 'strawberry'],
    sides: [
      sideDish('strawberry', [0.1, 0.8, 0.48, -12]),
      sideDish('cherries', [0.92, 0.24, 0.46, 14]),
      sideDish('strawberry', [0.94, 0.9, 0.36, 18]),
    ],
  },
  {
    keywords: ['wein', 'bar', 'pub', 'kneipe'],
    tone: 'plum',
    pattern: 'linen',
    hero: 'cheese-wedge',
    plateX: 0.5,
    extras: ['olive', 'bread'],
    sides: [
      sideDish('wine-glass', [0.9, 0.36, 0.62, 4]),
      sideDish('olive', [0.1, 0.24, 0.34, -10]),
      sideDish('bread', [0.09, 0.84, 0.5, -8]),
    ],
  },
];

const wordsOf = (text: string): string[] =>
  text
    .toLocaleLowerCase('de')
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');

const recipesFor = (word: string): SceneRecipe[] =>
  SCENE_RECIPES.filter((recipe) => recipe.keywords.some((keyword) => word.startsWith(keyword)));

const firstMatchingRecipes = (tagsAndName: readonly string[]): readonly SceneRecipe[] => {
  for (const word of tagsAndName.flatMap(wordsOf)) {
    const recipes = recipesFor(word);
    if (recipes.length > 0) return recipes;
  }
  return [];
};

/** Drawings for parts of words in names of dishes. If several entries match, the first one is used. */
const DISH_ARTS: readonly (readonly [art: FoodArtName, words: string])[] = [
  ['french-fries', 'currywurst pommes'],
  ['hamburger', 'burger'],
  ['sushi', 'sushi maki nigiri sashimi chirashi'],
  ['bento-box', 'bento'],
  ['steaming-bowl', 'phở pho ramen udon nudelsuppe laksa wan-tan tom bún'],
  ['pot-of-food', 'suppe eintopf chili gulasch ragout jjigae'],
  ['pizza', 'pizza calzone flammkuchen'],
  ['shallow-pan-of-food', 'risotto lasagne auflauf gratin paella moussaka shakshuka quiche spätzle ratatouille'],
  [
    'spaghetti',
    'spaghetti pasta nudel orecchiette tagliatelle penne rigatoni linguine gnocchi ravioli tortellini fettuccine pad japchae',
  ],
  ['stuffed-flatbread', 'döner dürüm kebap kebab falafel wrap pide lahmacun gyros gözleme shawarma'],
  ['taco', 'taco burrito quesadilla enchilada tostada'],
  ['sandwich', 'sandwich panini stulle bagel baguette toast tramezzin croque focaccia'],
  ['pretzel', 'brezel breze'],
  ['cooking', 'pfannkuchen'],
  ['shortcake', 'kuchen torte waffel'],
  ['green-salad', 'salat salad bowl poke'],
  ['curry-rice', 'curry masala tikka korma vindaloo biryani dal tadka paneer reis tofu bibimbap bulgogi donburi'],
  ['fried-shrimp', 'garnele gamba scampi krabbe tempura'],
  ['fish', 'fisch lachs scholle forelle matjes hering zander dorade kabeljau rotbarsch'],
  [
    'meat-on-bone',
    'schnitzel braten roulade frikadelle steak klopse haxe kotelett rippchen spareribs wurst köfte cordon geschnetzeltes',
  ],
  ['cooking', 'ei spiegelei senfeier omelett labskaus rührei bratkartoffel pfanne galette'],
  ['potato', 'kartoffel'],
  ['croissant', 'croissant'],
  ['shallow-pan-of-food', 'gemüse'],
];

/**
 * Words for animals. A dish with such a word in its name is drawn according to the restaurant's cuisine, because for
 * example „Huhn Kung Pao“ is no ham.
 */
const ANIMAL_WORDS = 'hähnchen huhn ente gans rind schwein lamm';

// Minimum length of a word part that may match inside of a word. Shorter parts must equal a whole word: otherwise „ei“
// (egg) would match inside of „Eintopf“ and „Reis“.
const MIN_PART_LENGTH = 4;

const isPartOfWord = (wordPart: string, word: string): boolean =>
  wordPart.length < MIN_PART_LENGTH ? wordPart === word : word.includes(wordPart);

/** Dish that is drawn on the plate of a laid table. */
export interface ServedDish {
  readonly name: string;
  /** True if the menu says that the dish contains no meat. */
  readonly isMeatless: boolean;
}

const MEAT_ARTS: readonly FoodArtName[] = ['meat-on-bone', 'fish', 'fried-shrimp'];

/**
 * Returns the drawing of a dish by the main part of its name. Words such as „mit“ (with) start the side dishes, which
 * are ignored. Null if no word matches.
 */
const artByDishName = (dishName: string): FoodArtName | null =>
  DISH_ARTS.find(([, wordParts]) => hasMainPart(dishName, wordParts))?.[0] ?? null;

const hasMainPart = (dishName: string, wordParts: string): boolean => {
  const dishTexts = wordsOf(dishName.split(/,| (?:mit|ohne|auf|in|im|an|und|nach|vom|aus) /u)[0] ?? '');
  return wordParts.split(' ').some((part) => dishTexts.some((word) => isPartOfWord(part, word)));
};

/**
 * Returns the drawing on the plate: that of the dish if its name matches, otherwise that of the cuisine; for an animal
 * without a known cuisine, a drawing of meat. A dish without meat never gets a drawing of meat or fish.
 */
const heroArtOf = (
  dish: ServedDish | null,
  { tableArt, hasCuisine }: { readonly tableArt: FoodArtName; readonly hasCuisine: boolean },
): FoodArtName => {
  if (dish === null) return tableArt;
  const artWithoutWord = !hasCuisine && hasMainPart(dish.name, ANIMAL_WORDS) ? 'meat-on-bone' : tableArt;
  const dishArt = artByDishName(dish.name) ?? artWithoutWord;
  return dish.isMeatless && MEAT_ARTS.includes(dishArt) ? 'green-salad' : dishArt;
};

const mirroredScene = (scene: SceneSpec): SceneSpec => ({
  ...scene,
  plateX: 1 - scene.plateX,
  sides: scene.sides.map((side) => ({ ...side, x: 1 - side.x, rotation: -(side.rotation ?? 0) })),
});

/**
 * Returns the drawing of a laid table for a restaurant without photos. It is the same on every device for the same
 * name, tags and dish. Tags and name choose the table cloth; the dish of the day is drawn on the plate.
 */
export const sceneFor = (name: string, tags: readonly string[] = [], dish: ServedDish | null = null): SceneSpec => {
  const matchingRecipes = firstMatchingRecipes([...tags, name]);
  const candidateRecipes = matchingRecipes.length > 0 ? matchingRecipes : SCENE_RECIPES;
  const nameHash = textHash(name);
  const recipe = candidateRecipes[nameHash % candidateRecipes.length];
  if (recipe === undefined) throw new RangeError(`No table recipe for ${name}`);
  // About half of the drawings are mirrored. Another bit of the hash than in the choice of the drawing decides, so that
  // neighbouring restaurants with the same cuisine differ.
  const scene = (nameHash >>> 3) % 2 === 0 ? recipe : mirroredScene(recipe);
  return { ...scene, hero: heroArtOf(dish, { tableArt: scene.hero, hasCuisine: matchingRecipes.length > 0 }) };
};

/** Returns one small drawing and a colour tone for a restaurant or a tag, for filter chips, map pins and tiles. */
export const emblemFor = (
  name: string,
  tags: readonly string[] = [],
  dish: ServedDish | null = null,
): { readonly art: FoodArtName; readonly tone: TableTone } => {
  const { hero, tone } = sceneFor(name, tags, dish);
  return { art: hero, tone };
};

/** Returns the drawing of a dish; plate and cutlery when no word matches. */
export const artOfDish = (name: string): FoodArtName =>
  artByDishName(name) ?? (hasMainPart(name, ANIMAL_WORDS) ? 'meat-on-bone' : 'fork-and-knife-with-plate');

/** Returns the drawing of a cuisine; plate and cutlery when no word matches. */
export const artOfTag = (tag: string): FoodArtName =>
  firstMatchingRecipes([tag])[0]?.hero ?? 'fork-and-knife-with-plate';
