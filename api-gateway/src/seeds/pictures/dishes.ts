import { formatNumber } from './brush';
import type { CanvasPoint } from './brush';

/** Drawing of a dish: vessel, food, and the objects around it. Images have the names of Fluent Emoji. */
export interface DishDrawing {
  /** Image that represents the whole dish where there is little space. */
  readonly icon: string;
  readonly vessel: 'plate' | 'bowl' | 'pan' | 'board';
  /** Colour of the food in a bowl or a pan. */
  readonly fill?: string;
  readonly hasNoodles?: true;
  readonly items: readonly [string, ...string[]];
  readonly arrangement: 'single' | 'pair' | 'trio' | 'row' | 'ring' | 'wheel';
  readonly loose: readonly [string, string, string, string];
  readonly extras: readonly [string, string];
  readonly drink: 'water' | 'beer' | 'cola' | 'coffee' | 'tea' | 'wine' | 'juice';
  readonly tool: 'cutlery' | 'chopsticks' | 'none';
}

/** Drawings of the demo's dishes by name. */
export const DISH_DRAWINGS = {
  roast: {
    icon: 'meat-on-bone',
    vessel: 'plate',
    items: ['meat-on-bone', 'potato', 'carrot'],
    arrangement: 'trio',
    loose: ['chestnut', 'onion', 'herb', 'potato'],
    extras: ['green-salad', 'bread'],
    drink: 'beer',
    tool: 'cutlery',
  },
  schnitzel: {
    icon: 'cut-of-meat',
    vessel: 'plate',
    items: ['cut-of-meat', 'lemon', 'pea-pod'],
    arrangement: 'trio',
    loose: ['lemon', 'herb', 'potato', 'carrot'],
    extras: ['french-fries', 'green-salad'],
    drink: 'juice',
    tool: 'cutlery',
  },
  eggs: {
    icon: 'cooking',
    vessel: 'board',
    items: ['cooking'],
    arrangement: 'single',
    loose: ['egg', 'onion', 'herb', 'tomato'],
    extras: ['bread', 'cheese-wedge'],
    drink: 'coffee',
    tool: 'cutlery',
  },
  pretzels: {
    icon: 'pretzel',
    vessel: 'board',
    items: ['pretzel', 'cheese-wedge', 'pretzel'],
    arrangement: 'trio',
    loose: ['onion', 'herb', 'garlic', 'tomato'],
    extras: ['olive', 'bread'],
    drink: 'beer',
    tool: 'none',
  },
  spaghetti: {
    icon: 'spaghetti',
    vessel: 'plate',
    items: ['spaghetti'],
    arrangement: 'single',
    loose: ['tomato', 'garlic', 'herb', 'olive'],
    extras: ['bread', 'green-salad'],
    drink: 'wine',
    tool: 'cutlery',
  },
  bruschetta: {
    icon: 'baguette-bread',
    vessel: 'board',
    items: ['baguette-bread', 'tomato', 'cheese-wedge', 'olive'],
    arrangement: 'row',
    loose: ['tomato', 'herb', 'garlic', 'lemon'],
    extras: ['olive', 'green-salad'],
    drink: 'wine',
    tool: 'none',
  },
  pizza: {
    icon: 'pizza',
    vessel: 'plate',
    items: ['pizza', 'pizza', 'pizza', 'pizza', 'pizza', 'pizza', 'pizza'],
    arrangement: 'wheel',
    loose: ['tomato', 'bell-pepper', 'herb', 'olive'],
    extras: ['green-salad', 'olive'],
    drink: 'cola',
    tool: 'cutlery',
  },
  pizzaSlices: {
    icon: 'pizza',
    vessel: 'plate',
    items: ['pizza', 'pizza', 'pizza'],
    arrangement: 'trio',
    loose: ['bell-pepper', 'onion', 'herb', 'tomato'],
    extras: ['garlic', 'green-salad'],
    drink: 'cola',
    tool: 'none',
  },
  salad: {
    icon: 'green-salad',
    vessel: 'bowl',
    fill: '#8DBB55',
    items: ['leafy-green', 'tomato', 'cucumber', 'egg', 'carrot', 'olive'],
    arrangement: 'ring',
    loose: ['carrot', 'avocado', 'pea-pod', 'lemon'],
    extras: ['bread', 'egg'],
    drink: 'water',
    tool: 'cutlery',
  },
  bowl: {
    icon: 'green-salad',
    vessel: 'bowl',
    fill: '#F0DDB4',
    items: ['avocado', 'carrot', 'broccoli', 'egg', 'bell-pepper', 'ear-of-corn'],
    arrangement: 'ring',
    loose: ['lemon', 'herb', 'ginger-root', 'pea-pod'],
    extras: ['cooked-rice', 'red-apple'],
    drink: 'juice',
    tool: 'chopsticks',
  },
  stew: {
    icon: 'pot-of-food',
    vessel: 'bowl',
    fill: '#D08A3A',
    items: ['carrot', 'potato', 'pea-pod', 'onion', 'herb'],
    arrangement: 'ring',
    loose: ['carrot', 'bread', 'onion', 'herb'],
    extras: ['bread', 'red-apple'],
    drink: 'water',
    tool: 'cutlery',
  },
  noodleSoup: {
    icon: 'steaming-bowl',
    vessel: 'bowl',
    fill: '#E2A85C',
    hasNoodles: true,
    items: ['egg', 'leafy-green', 'shrimp', 'fish-cake-with-swirl', 'onion'],
    arrangement: 'ring',
    loose: ['hot-pepper', 'lemon', 'leafy-green', 'garlic'],
    extras: ['dumpling', 'cooked-rice'],
    drink: 'tea',
    tool: 'chopsticks',
  },
  rolls: {
    icon: 'burrito',
    vessel: 'plate',
    items: ['burrito', 'burrito', 'fried-shrimp'],
    arrangement: 'trio',
    loose: ['herb', 'hot-pepper', 'lemon', 'carrot'],
    extras: ['peanuts', 'leafy-green'],
    drink: 'tea',
    tool: 'chopsticks',
  },
  curry: {
    icon: 'curry-rice',
    vessel: 'bowl',
    fill: '#D97B29',
    items: ['pea-pod', 'hot-pepper', 'carrot', 'broccoli', 'herb'],
    arrangement: 'ring',
    loose: ['ginger-root', 'coconut', 'hot-pepper', 'lemon'],
    extras: ['cooked-rice', 'flatbread'],
    drink: 'juice',
    tool: 'cutlery',
  },
  dal: {
    icon: 'curry-rice',
    vessel: 'bowl',
    fill: '#E3B23C',
    items: ['tomato', 'herb', 'onion', 'hot-pepper'],
    arrangement: 'ring',
    loose: ['garlic', 'ginger-root', 'onion', 'lemon'],
    extras: ['flatbread', 'cooked-rice'],
    drink: 'tea',
    tool: 'cutlery',
  },
  flatbreads: {
    icon: 'flatbread',
    vessel: 'board',
    items: ['flatbread', 'flatbread', 'herb'],
    arrangement: 'trio',
    loose: ['garlic', 'tomato', 'lemon', 'herb'],
    extras: ['curry-rice', 'green-salad'],
    drink: 'tea',
    tool: 'none',
  },
  burger: {
    icon: 'hamburger',
    vessel: 'plate',
    items: ['hamburger'],
    arrangement: 'single',
    loose: ['tomato', 'onion', 'leafy-green', 'cheese-wedge'],
    extras: ['french-fries', 'cup-with-straw'],
    drink: 'cola',
    tool: 'none',
  },
  burgerFries: {
    icon: 'hamburger',
    vessel: 'board',
    items: ['hamburger', 'french-fries'],
    arrangement: 'pair',
    loose: ['cucumber', 'tomato', 'onion', 'salt'],
    extras: ['green-salad', 'french-fries'],
    drink: 'beer',
    tool: 'none',
  },
  wings: {
    icon: 'poultry-leg',
    vessel: 'plate',
    items: ['poultry-leg', 'poultry-leg', 'poultry-leg'],
    arrangement: 'trio',
    loose: ['hot-pepper', 'lemon', 'cucumber', 'carrot'],
    extras: ['french-fries', 'green-salad'],
    drink: 'beer',
    tool: 'none',
  },
  ribs: {
    icon: 'meat-on-bone',
    vessel: 'board',
    items: ['meat-on-bone', 'ear-of-corn', 'meat-on-bone'],
    arrangement: 'trio',
    loose: ['onion', 'hot-pepper', 'garlic', 'herb'],
    extras: ['french-fries', 'green-salad'],
    drink: 'beer',
    tool: 'cutlery',
  },
  steak: {
    icon: 'cut-of-meat',
    vessel: 'plate',
    items: ['cut-of-meat', 'potato', 'broccoli'],
    arrangement: 'trio',
    loose: ['salt', 'garlic', 'herb', 'onion'],
    extras: ['french-fries', 'green-salad'],
    drink: 'wine',
    tool: 'cutlery',
  },
  fries: {
    icon: 'french-fries',
    vessel: 'plate',
    items: ['french-fries', 'french-fries'],
    arrangement: 'pair',
    loose: ['potato', 'salt', 'tomato', 'onion'],
    extras: ['hot-dog', 'cup-with-straw'],
    drink: 'cola',
    tool: 'none',
  },
  hotDogs: {
    icon: 'hot-dog',
    vessel: 'plate',
    items: ['hot-dog', 'hot-dog'],
    arrangement: 'pair',
    loose: ['onion', 'cucumber', 'tomato', 'salt'],
    extras: ['french-fries', 'pretzel'],
    drink: 'beer',
    tool: 'none',
  },
  sushi: {
    icon: 'sushi',
    vessel: 'board',
    items: ['sushi', 'sushi', 'sushi', 'sushi'],
    arrangement: 'row',
    loose: ['ginger-root', 'lemon', 'avocado', 'cucumber'],
    extras: ['rice-ball', 'fried-shrimp'],
    drink: 'tea',
    tool: 'chopsticks',
  },
  bento: {
    icon: 'bento-box',
    vessel: 'plate',
    items: ['bento-box'],
    arrangement: 'single',
    loose: ['ginger-root', 'avocado', 'cucumber', 'lemon'],
    extras: ['rice-ball', 'dango'],
    drink: 'tea',
    tool: 'chopsticks',
  },
  dumplings: {
    icon: 'dumpling',
    vessel: 'plate',
    items: ['dumpling', 'dumpling', 'dumpling', 'dumpling', 'dumpling', 'dumpling'],
    arrangement: 'ring',
    loose: ['ginger-root', 'hot-pepper', 'garlic', 'leafy-green'],
    extras: ['cooked-rice', 'takeout-box'],
    drink: 'tea',
    tool: 'chopsticks',
  },
  noodleBox: {
    icon: 'takeout-box',
    vessel: 'plate',
    items: ['takeout-box'],
    arrangement: 'single',
    loose: ['bell-pepper', 'hot-pepper', 'leafy-green', 'ginger-root'],
    extras: ['fried-shrimp', 'dumpling'],
    drink: 'juice',
    tool: 'chopsticks',
  },
  kebab: {
    icon: 'stuffed-flatbread',
    vessel: 'plate',
    items: ['stuffed-flatbread'],
    arrangement: 'single',
    loose: ['tomato', 'onion', 'cucumber', 'hot-pepper'],
    extras: ['green-salad', 'cooked-rice'],
    drink: 'tea',
    tool: 'none',
  },
  falafel: {
    icon: 'falafel',
    vessel: 'bowl',
    fill: '#E8D6A6',
    items: ['falafel', 'tomato', 'cucumber', 'leafy-green'],
    arrangement: 'ring',
    loose: ['lemon', 'garlic', 'herb', 'onion'],
    extras: ['flatbread', 'olive'],
    drink: 'tea',
    tool: 'none',
  },
  mezze: {
    icon: 'falafel',
    vessel: 'plate',
    items: ['olive', 'falafel', 'tomato', 'cheese-wedge', 'eggplant', 'cucumber'],
    arrangement: 'ring',
    loose: ['garlic', 'lemon', 'herb', 'eggplant'],
    extras: ['flatbread', 'green-salad'],
    drink: 'water',
    tool: 'none',
  },
  greekPan: {
    icon: 'shallow-pan-of-food',
    vessel: 'pan',
    fill: '#C9542E',
    items: ['eggplant', 'tomato', 'cheese-wedge', 'herb'],
    arrangement: 'ring',
    loose: ['olive', 'lemon', 'garlic', 'bell-pepper'],
    extras: ['green-salad', 'olive'],
    drink: 'wine',
    tool: 'cutlery',
  },
  paella: {
    icon: 'shallow-pan-of-food',
    vessel: 'pan',
    fill: '#EBB53B',
    items: ['shrimp', 'lemon', 'pea-pod', 'shrimp', 'bell-pepper', 'lemon'],
    arrangement: 'ring',
    loose: ['lemon', 'garlic', 'tomato', 'bell-pepper'],
    extras: ['bread', 'olive'],
    drink: 'wine',
    tool: 'cutlery',
  },
  tapas: {
    icon: 'shrimp',
    vessel: 'pan',
    fill: '#B5532C',
    items: ['shrimp', 'shrimp', 'garlic'],
    arrangement: 'trio',
    loose: ['olive', 'bread', 'lemon', 'hot-pepper'],
    extras: ['olive', 'cheese-wedge'],
    drink: 'wine',
    tool: 'none',
  },
  fish: {
    icon: 'fish',
    vessel: 'plate',
    items: ['fish', 'lemon', 'potato'],
    arrangement: 'trio',
    loose: ['lemon', 'herb', 'salt', 'onion'],
    extras: ['potato', 'green-salad'],
    drink: 'water',
    tool: 'cutlery',
  },
  shrimps: {
    icon: 'shrimp',
    vessel: 'plate',
    items: ['shrimp', 'shrimp', 'shrimp'],
    arrangement: 'trio',
    loose: ['lemon', 'garlic', 'herb', 'salt'],
    extras: ['bread', 'lemon'],
    drink: 'wine',
    tool: 'cutlery',
  },
  oysters: {
    icon: 'oyster',
    vessel: 'plate',
    items: ['oyster', 'oyster', 'oyster', 'oyster', 'oyster', 'lemon'],
    arrangement: 'ring',
    loose: ['lemon', 'salt', 'lemon', 'herb'],
    extras: ['bread', 'crab'],
    drink: 'wine',
    tool: 'none',
  },
  tacos: {
    icon: 'taco',
    vessel: 'board',
    items: ['taco', 'taco', 'taco'],
    arrangement: 'trio',
    loose: ['avocado', 'hot-pepper', 'lemon', 'tomato'],
    extras: ['avocado', 'ear-of-corn'],
    drink: 'juice',
    tool: 'none',
  },
  burritos: {
    icon: 'burrito',
    vessel: 'plate',
    items: ['burrito', 'burrito'],
    arrangement: 'pair',
    loose: ['lemon', 'avocado', 'ear-of-corn', 'hot-pepper'],
    extras: ['tamale', 'avocado'],
    drink: 'juice',
    tool: 'none',
  },
  cake: {
    icon: 'shortcake',
    vessel: 'plate',
    items: ['shortcake'],
    arrangement: 'single',
    loose: ['strawberry', 'cherries', 'strawberry', 'blueberries'],
    extras: ['cupcake', 'cookie'],
    drink: 'coffee',
    tool: 'none',
  },
  croissants: {
    icon: 'croissant',
    vessel: 'plate',
    items: ['croissant', 'croissant'],
    arrangement: 'pair',
    loose: ['strawberry', 'blueberries', 'red-apple', 'tangerine'],
    extras: ['honey-pot', 'egg'],
    drink: 'coffee',
    tool: 'none',
  },
  pancakes: {
    icon: 'pancakes',
    vessel: 'plate',
    items: ['pancakes'],
    arrangement: 'single',
    loose: ['blueberries', 'strawberry', 'cherries', 'tangerine'],
    extras: ['waffle', 'honey-pot'],
    drink: 'coffee',
    tool: 'cutlery',
  },
  cheese: {
    icon: 'cheese-wedge',
    vessel: 'board',
    items: ['cheese-wedge', 'grapes', 'bread', 'pear'],
    arrangement: 'row',
    loose: ['grapes', 'olive', 'chestnut', 'pear'],
    extras: ['baguette-bread', 'olive'],
    drink: 'wine',
    tool: 'none',
  },
} as const satisfies Readonly<Record<string, DishDrawing>>;

/** Name of a dish that has a drawing. The URLs of pictures contain this name. */
export type DrawnDish = keyof typeof DISH_DRAWINGS;

/** Round object on a drawn table: its centre and its radius `r`, in units of the picture. */
export interface RoundShape extends CanvasPoint {
  readonly r: number;
}

const circleSvg = ({ x, y, r }: RoundShape, attributes: string): string =>
  `<circle cx="${formatNumber(x)}" cy="${formatNumber(y)}" r="${formatNumber(r)}" ${attributes}/>`;

const drawDishShadow = ({ x, y, r }: RoundShape): string =>
  `<ellipse cx="${formatNumber(x)}" cy="${formatNumber(y + r * 0.1)}" rx="${formatNumber(r * 1.16)}" ry="${formatNumber(r * 1.14)}" fill="url(#shade)"/>`;

/** Draws a plate seen from above, with a fine line on its rim. */
export const drawPlate = (plateShape: RoundShape, lineColour: string): string => {
  const { r } = plateShape;
  return [
    drawDishShadow(plateShape),
    circleSvg(plateShape, 'fill="url(#china)"'),
    circleSvg(
      { ...plateShape, r: r * 0.93 },
      `fill="none" stroke="${lineColour}" stroke-width="${formatNumber(r * 0.018)}" opacity=".55"`,
    ),
    circleSvg({ ...plateShape, r: r * 0.74 }, 'fill="url(#well)"'),
    circleSvg({ ...plateShape, r: r * 0.74 }, `fill="none" stroke="#DACDC8" stroke-width="${formatNumber(r * 0.008)}"`),
  ].join('');
};

/** Draws a deep bowl with its food. */
export const drawBowl = (
  round: RoundShape,
  { glaze, fill }: { readonly glaze: string; readonly fill: string },
): string => {
  const { r } = round;
  return [
    drawDishShadow(round),
    circleSvg(round, `fill="${glaze}"`),
    circleSvg({ ...round, r: r * 0.98 }, 'fill="none" stroke="#fff" stroke-width="3" opacity=".4"'),
    circleSvg({ ...round, r: r * 0.9 }, 'fill="#2A1710" opacity=".26"'),
    circleSvg({ ...round, y: round.y + r * 0.02, r: r * 0.86 }, `fill="${fill}"`),
    `<path d="M${formatNumber(round.x - r * 0.7)} ${formatNumber(round.y - r * 0.36)}A${formatNumber(r * 0.79)} ${formatNumber(r * 0.79)} 0 0 1 ${formatNumber(round.x + r * 0.1)} ${formatNumber(round.y - r * 0.78)}" fill="none" stroke="#fff" stroke-width="${formatNumber(r * 0.03)}" stroke-linecap="round" opacity=".5"/>`,
  ].join('');
};

/** Draws an iron pan with two handles. */
export const drawPan = (panShape: RoundShape, fill: string): string => {
  const { x, y, r } = panShape;
  const drawHandle = (handleSide: number): string =>
    `<path d="M${formatNumber(x + handleSide * r * 0.92)} ${formatNumber(y - r * 0.24)}q${formatNumber(handleSide * r * 0.34)} ${formatNumber(r * 0.24)} 0 ${formatNumber(r * 0.48)}" fill="none" stroke="#3A3034" stroke-width="${formatNumber(r * 0.1)}" stroke-linecap="round"/>`;
  return [
    drawDishShadow(panShape),
    drawHandle(-1),
    drawHandle(1),
    circleSvg(panShape, 'fill="#3A3034"'),
    circleSvg({ ...panShape, r: r * 0.95 }, 'fill="none" stroke="#6B5C62" stroke-width="4"'),
    circleSvg({ ...panShape, r: r * 0.88 }, `fill="${fill}"`),
    circleSvg(
      { ...panShape, r: r * 0.88 },
      `fill="none" stroke="#1C1417" stroke-width="${formatNumber(r * 0.05)}" opacity=".35"`,
    ),
  ].join('');
};

/** Draws a wooden board about as large as a plate. */
export const drawBoard = ({ x, y, r }: RoundShape): string => {
  const [boardWidth, boardHeight] = [r * 2.2, r * 1.56];
  const [boardLeft, boardTop] = [x - boardWidth / 2, y - boardHeight / 2];
  const grainSvg = [0.18, 0.37, 0.55, 0.74, 0.88]
    .map(
      (grainOffset) =>
        `M${formatNumber(boardLeft + 20)} ${formatNumber(boardTop + boardHeight * grainOffset)}q${formatNumber(boardWidth * 0.3)} ${formatNumber(-r * 0.05)} ${formatNumber(boardWidth * 0.5)} ${formatNumber(r * 0.02)}t${formatNumber(boardWidth * 0.44)} ${formatNumber(-r * 0.01)}`,
    )
    .join('');
  return `<rect x="${formatNumber(boardLeft - 6)}" y="${formatNumber(boardTop + r * 0.07)}" width="${formatNumber(boardWidth + 12)}" height="${formatNumber(boardHeight + 8)}" rx="${formatNumber(r * 0.16)}" fill="#2A1710" opacity=".26"/>
<rect x="${formatNumber(boardLeft)}" y="${formatNumber(boardTop)}" width="${formatNumber(boardWidth)}" height="${formatNumber(boardHeight)}" rx="${formatNumber(r * 0.14)}" fill="#C98F57"/>
<path d="${grainSvg}" fill="none" stroke="#9E6836" stroke-width="3" opacity=".45"/>
<circle cx="${formatNumber(boardLeft + boardWidth - r * 0.14)}" cy="${formatNumber(y)}" r="${formatNumber(r * 0.06)}" fill="#7A4B22"/>`;
};

const DRINK_LOOKS = {
  water: { liquid: '#CFE9F2', extra: 'lemon' },
  beer: { liquid: '#F0B32C', extra: 'foam' },
  cola: { liquid: '#4A241A', extra: 'ice' },
  tea: { liquid: '#B98A3A', extra: 'none' },
  wine: { liquid: '#8C1E3B', extra: 'none' },
  juice: { liquid: '#F29A3A', extra: 'ice' },
  coffee: { liquid: '#5B3420', extra: 'crema' },
} as const;

const DRINK_EXTRAS: Readonly<Record<'lemon' | 'foam' | 'ice' | 'none' | 'crema', (round: RoundShape) => string>> = {
  none: () => '',
  lemon: ({ x, y, r }) =>
    `<circle cx="${formatNumber(x + r * 0.14)}" cy="${formatNumber(y + r * 0.1)}" r="${formatNumber(r * 0.4)}" fill="#FCE36A" stroke="#fff" stroke-width="${formatNumber(r * 0.07)}"/><path d="M${formatNumber(x + r * 0.14)} ${formatNumber(y - r * 0.28)}v${formatNumber(r * 0.76)}M${formatNumber(x - r * 0.24)} ${formatNumber(y + r * 0.1)}h${formatNumber(r * 0.76)}" stroke="#fff" stroke-width="3" opacity=".8"/>`,
  foam: ({ x, y, r }) =>
    `<circle cx="${formatNumber(x)}" cy="${formatNumber(y)}" r="${formatNumber(r * 0.74)}" fill="#FFF6DF"/><circle cx="${formatNumber(x - r * 0.2)}" cy="${formatNumber(y + r * 0.15)}" r="${formatNumber(r * 0.12)}" fill="#F3E2B8"/><circle cx="${formatNumber(x + r * 0.26)}" cy="${formatNumber(y - r * 0.2)}" r="${formatNumber(r * 0.09)}" fill="#F3E2B8"/>`,
  ice: ({ x, y, r }) =>
    `<rect x="${formatNumber(x - r * 0.42)}" y="${formatNumber(y - r * 0.3)}" width="${formatNumber(r * 0.4)}" height="${formatNumber(r * 0.4)}" rx="5" fill="#fff" opacity=".5" transform="rotate(18 ${formatNumber(x)} ${formatNumber(y)})"/><rect x="${formatNumber(x + r * 0.02)}" y="${formatNumber(y + r * 0.02)}" width="${formatNumber(r * 0.38)}" height="${formatNumber(r * 0.38)}" rx="5" fill="#fff" opacity=".42" transform="rotate(-12 ${formatNumber(x)} ${formatNumber(y)})"/>`,
  crema: ({ x, y, r }) =>
    `<circle cx="${formatNumber(x)}" cy="${formatNumber(y)}" r="${formatNumber(r * 0.62)}" fill="none" stroke="#C98F57" stroke-width="${formatNumber(r * 0.12)}"/><path d="M${formatNumber(x - r * 0.2)} ${formatNumber(y)}q${formatNumber(r * 0.2)} ${formatNumber(-r * 0.34)} ${formatNumber(r * 0.4)} 0q${formatNumber(-r * 0.2)} ${formatNumber(r * 0.34)} ${formatNumber(-r * 0.4)} 0" fill="#EBD3B0"/>`,
};

/** Draws a drink seen from above. Coffee and tea are in a cup on a saucer. */
export const drawGlass = (glassShape: RoundShape, drink: keyof typeof DRINK_LOOKS): string => {
  const { x, y, r } = glassShape;
  const { liquid, extra } = DRINK_LOOKS[drink];
  const isCup = drink === 'coffee' || drink === 'tea';
  const glassUnderlay = isCup
    ? `${drawPlate({ ...glassShape, r: r * 1.4 }, '#DACDC8')}<path d="M${formatNumber(x + r * 0.8)} ${formatNumber(y - r * 0.16)}h${formatNumber(r * 0.4)}v${formatNumber(r * 0.32)}h${formatNumber(-r * 0.4)}z" fill="#fff"/>`
    : drawDishShadow(glassShape);
  const wallAttributes = isCup ? 'fill="#fff"' : 'fill="#fff" opacity=".55"';
  return [
    glassUnderlay,
    circleSvg(glassShape, wallAttributes),
    circleSvg({ ...glassShape, r: r * 0.84 }, `fill="${liquid}"`),
    DRINK_EXTRAS[extra](glassShape),
    `<path d="M${formatNumber(x - r * 0.6)} ${formatNumber(y - r * 0.5)}a${formatNumber(r * 0.8)} ${formatNumber(r * 0.8)} 0 0 1 ${formatNumber(r * 0.5)} ${formatNumber(-r * 0.28)}" stroke="#fff" stroke-width="${formatNumber(r * 0.09)}" stroke-linecap="round" fill="none" opacity=".85"/>`,
  ].join('');
};

const FORK_PATH =
  'M-13-170v64c0 17 8 29 9 40l-4 224a8 8 0 0 0 16 0l-4-224c1-11 9-23 9-40v-64h-6v62h-5v-62h-6v62h-5v-62Z';
const KNIFE_PATH = 'M-7-170c18 18 22 90 18 164h-8l2 164a8 8 0 0 1-16 0Z';

/** Draws a fork and a knife side by side. */
export const drawCutlery = ({ x, y }: CanvasPoint, angle = 0): string =>
  `<g transform="translate(${formatNumber(x)} ${formatNumber(y)}) rotate(${angle})" fill="#D5D3D8" stroke="#8D8A93" stroke-width="2"><path d="${FORK_PATH}" transform="translate(-26 0)"/><path d="${KNIFE_PATH}" transform="translate(26 0)"/></g>`;

/** Draws a pair of chopsticks on a rest. */
export const drawChopsticks = ({ x, y }: CanvasPoint, angle = 12): string =>
  `<g transform="translate(${formatNumber(x)} ${formatNumber(y)}) rotate(${angle})"><rect x="-34" y="-124" width="68" height="20" rx="10" fill="#F4EFEC"/><path d="M-14-190-8 190h10L-2-190Z" fill="#8A4B2A"/><path d="M12-190 10 190h10l4-380Z" fill="#A35C36"/></g>`;

/** Draws a folded napkin. */
export const drawNapkin = (
  { x, y }: CanvasPoint,
  { size, angle, colour }: { readonly size: number; readonly angle: number; readonly colour: string },
): string => {
  const halfSize = size / 2;
  return `<g transform="translate(${formatNumber(x)} ${formatNumber(y)}) rotate(${angle})"><path d="M${formatNumber(-halfSize)} ${formatNumber(-halfSize)}H${formatNumber(halfSize)}V${formatNumber(halfSize)}H${formatNumber(-halfSize)}Z" fill="${colour}"/><path d="M${formatNumber(-halfSize)} ${formatNumber(-halfSize)}H${formatNumber(halfSize)}L${formatNumber(-halfSize)} ${formatNumber(halfSize)}Z" fill="#fff" opacity=".2"/><path d="M${formatNumber(-halfSize)} ${formatNumber(halfSize)}L${formatNumber(halfSize)} ${formatNumber(-halfSize)}" stroke="#2A1710" opacity=".14" stroke-width="3"/></g>`;
};
