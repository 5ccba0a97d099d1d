import { drawIcon, clothDefs, lightGradientDefs, formatNumber, svgPicture, TABLE_TONES } from './brush';
import type { TableTone } from './brush';
import { DISH_DRAWINGS, drawGlass, drawPlate } from './dishes';
import type { DishDrawing, DrawnDish } from './dishes';

/** Names of the Fluent Emoji that logos may show. */
export const logoArts = [
  'anchor',
  'avocado',
  'beer-mug',
  'bento-box',
  'bread',
  'broccoli',
  'burrito',
  'cactus',
  'carrot',
  'cheese-wedge',
  'cherries',
  'chestnut',
  'coconut',
  'cooking',
  'crab',
  'crescent-moon',
  'croissant',
  'crown',
  'cupcake',
  'curry-rice',
  'doughnut',
  'dumpling',
  'egg',
  'eggplant',
  'falafel',
  'fire',
  'fish',
  'flatbread',
  'four-leaf-clover',
  'french-fries',
  'garlic',
  'grapes',
  'green-salad',
  'hamburger',
  'herb',
  'honeybee',
  'hot-beverage',
  'hot-dog',
  'hot-pepper',
  'lemon',
  'lobster',
  'lotus',
  'maple-leaf',
  'meat-on-bone',
  'octopus',
  'olive',
  'owl',
  'ox',
  'oyster',
  'palm-tree',
  'pancakes',
  'pea-pod',
  'pizza',
  'pot-of-food',
  'potato',
  'pretzel',
  'red-apple',
  'rice-ball',
  'rooster',
  'sailboat',
  'salt',
  'sandwich',
  'seedling',
  'shallow-pan-of-food',
  'shortcake',
  'shrimp',
  'snail',
  'spaghetti',
  'spouting-whale',
  'star',
  'steaming-bowl',
  'stuffed-flatbread',
  'sun',
  'sunflower',
  'sushi',
  'taco',
  'takeout-box',
  'teapot',
  'tomato',
  'tropical-fish',
  'tulip',
  'wheel-of-dharma',
  'wine-glass',
] as const;

/** Name of the image in a logo. */
export type LogoArt = (typeof logoArts)[number];

/**
 * Parameters of the picture of a restaurant's logo: an emblem and a colour palette. `layout` determines the shape
 * behind the emblem.
 */
export interface LogoPicture {
  readonly kind: 'logo';
  readonly logoArt: LogoArt;
  readonly tone: TableTone;
  readonly layout: number;
}

const LOGO_SIZE_PX = 256;
const LOGO_CENTRE = LOGO_SIZE_PX / 2;

type ShapePainter = (colours: { readonly light: string; readonly deep: string; readonly strong: string }) => string;

const repeatInCircle = (repeatCount: number, drawAtAngle: (angle: number) => string): string =>
  Array.from({ length: repeatCount }, (_, index) => drawAtAngle((index / repeatCount) * 360)).join('');

const LOGO_SHAPES: readonly [ShapePainter, ...ShapePainter[]] = [
  // Logo shape: a disc with a fine ring around it.
  ({ light, strong }) =>
    `<path d="M0 0H256V256H0Z" fill="${strong}"/><circle cx="128" cy="128" r="96" fill="${light}"/><circle cx="128" cy="128" r="106" fill="none" stroke="${light}" stroke-width="4"/>`,
  // Logo shape: a seal with a scalloped edge.
  ({ light, deep, strong }) =>
    `<path d="M0 0H256V256H0Z" fill="${deep}"/>${repeatInCircle(16, (angle) => `<circle cx="128" cy="30" r="20" fill="${strong}" transform="rotate(${formatNumber(angle)} 128 128)"/>`)}<circle cx="128" cy="128" r="98" fill="${strong}"/><circle cx="128" cy="128" r="84" fill="${light}"/>`,
  // Logo shape: rays behind the emblem.
  ({ light, deep, strong }) =>
    `<path d="M0 0H256V256H0Z" fill="${deep}"/>${repeatInCircle(12, (angle) => `<path d="M128 128 110-60h36Z" fill="${light}" transform="rotate(${formatNumber(angle)} 128 128)"/>`)}<circle cx="128" cy="128" r="80" fill="${strong}"/><circle cx="128" cy="128" r="70" fill="#fff"/>`,
  // Logo shape: a plate on a checked cloth.
  ({ light, strong }) =>
    `<path d="M0 0H256V256H0Z" fill="${light}"/><path d="M0 0H32V256H0ZM64 0H96V256H64ZM128 0H160V256H128ZM192 0H224V256H192Z" fill="${strong}" opacity=".25"/><path d="M0 0H256V32H0ZM0 64H256V96H0ZM0 128H256V160H0ZM0 192H256V224H0Z" fill="${strong}" opacity=".25"/><circle cx="128" cy="128" r="92" fill="#fff"/><circle cx="128" cy="128" r="72" fill="none" stroke="${strong}" stroke-width="4" opacity=".5"/>`,
  // Logo shape: a shield.
  ({ light, strong }) =>
    `<path d="M0 0H256V256H0Z" fill="${light}"/><path d="M34 40q94 26 188 0v92q0 72-94 104Q34 204 34 132Z" fill="${strong}"/><path d="M50 60q78 20 156 0v72q0 58-78 86-78-28-78-86Z" fill="none" stroke="${light}" stroke-width="5"/>`,
  // Logo shape: half an arch with stripes, like an awning.
  ({ light, deep, strong }) =>
    `<path d="M0 0H256V256H0Z" fill="${light}"/><path d="M0 0H256V62H0Z" fill="${strong}"/>${[0, 1, 2, 3].map((index) => `<path d="M${index * 64} 0h32v62a16 16 0 0 1-32 0Z" fill="${deep}"/><path d="M${index * 64 + 32} 0h32v62a16 16 0 0 1-32 0Z" fill="${strong}"/>`).join('')}`,
];

/** Draws a logo: an emblem on a shape in a strong colour. */
export const drawLogo = ({ logoArt: logoArtName, tone, layout }: LogoPicture): string => {
  const paintLogoShape = LOGO_SHAPES[layout % LOGO_SHAPES.length] ?? LOGO_SHAPES[0];
  const isAwningLogo = layout % LOGO_SHAPES.length === LOGO_SHAPES.length - 1;
  return svgPicture({ width: LOGO_SIZE_PX, height: LOGO_SIZE_PX }, [
    paintLogoShape(TABLE_TONES[tone]),
    drawIcon(logoArtName, { x: LOGO_CENTRE, y: isAwningLogo ? 164 : LOGO_CENTRE }, { size: isAwningLogo ? 138 : 116 }),
  ]);
};

interface MenuLine {
  readonly dish: string;
  readonly price: string;
}

interface MenuSection {
  readonly heading: string;
  readonly lines: readonly MenuLine[];
}

interface MenuCard {
  readonly title: string;
  readonly motto: string;
  readonly emblem: string;
  readonly sections: readonly MenuSection[];
}

const createMenuLine = (dish: string, price: string): MenuLine => ({ dish, price });

/** Texts of the printed menus, which some restaurants show among their photographs. */
const MENU_CARDS = {
  abendkarte: {
    title: 'Abendkarte',
    motto: 'Von sechs bis die Küche müde wird',
    emblem: 'candle',
    sections: [
      {
        heading: 'Vorweg',
        lines: [
          createMenuLine('Brot, gesalzene Butter', '4,50'),
          createMenuLine('Rote Bete, Ziegenkäse, Nuss', '9,80'),
          createMenuLine('Matjestatar, Apfel, Dill', '11,50'),
        ],
      },
      {
        heading: 'Danach',
        lines: [
          createMenuLine('Schmorgemüse, Graupen, Kräuteröl', '16,50'),
          createMenuLine('Zander, Rahmkraut, Stampf', '23,80'),
          createMenuLine('Rinderbacke, Sellerie, Portwein', '25,50'),
        ],
      },
      {
        heading: 'Zum Schluss',
        lines: [
          createMenuLine('Rote Grütze, flüssige Sahne', '6,50'),
          createMenuLine('Drei Sorten Käse, Birne', '10,80'),
        ],
      },
    ],
  },
  getraenkekarte: {
    title: 'Getränkekarte',
    motto: 'Die Bar ist offen, der Barmann auch',
    emblem: 'cocktail-glass',
    sections: [
      {
        heading: 'Ohne',
        lines: [
          createMenuLine('Rhabarberschorle 0,3 l', '3,40'),
          createMenuLine('Ingwerlimonade 0,4 l', '4,60'),
          createMenuLine('Tee aus der Kanne 0,4 l', '4,20'),
        ],
      },
      {
        heading: 'Mit',
        lines: [
          createMenuLine('Pils vom Fass 0,3 l', '3,90'),
          createMenuLine('Hauswein 0,2 l', '6,50'),
          createMenuLine('Kümmelschnaps 2 cl', '3,20'),
        ],
      },
      {
        heading: 'Gemischt',
        lines: [
          createMenuLine('Nordischer Sauer', '10,50'),
          createMenuLine('Gin mit Gurke', '9,80'),
          createMenuLine('Dunkler Sturm', '10,50'),
        ],
      },
    ],
  },
} as const satisfies Readonly<Record<string, MenuCard>>;

/** Name of a printed menu, which the URL of its picture contains. */
export type MenuCardName = keyof typeof MENU_CARDS;

export const menuCardNames = Object.keys(MENU_CARDS);

/** Checks whether a printed menu of that name exists. */
export const isMenuCardName = (name: string): name is MenuCardName => Object.hasOwn(MENU_CARDS, name);

const SERIF_FONT = "font-family=\"Georgia,'Times New Roman','Liberation Serif',serif\"";

const drawSectionAt = ({ heading, lines }: MenuSection, sectionY: number): string =>
  [
    `<text x="450" y="${sectionY}" text-anchor="middle" ${SERIF_FONT} font-size="36" font-style="italic" fill="#8E1D53">${heading}</text>`,
    ...lines.map(({ dish, price }, index) => {
      const baseline = sectionY + 62 + index * 54;
      return `<path d="M110 ${baseline + 6}H790" stroke="#C9B9AE" stroke-width="2" stroke-dasharray="2 8"/><text x="110" y="${baseline}" ${SERIF_FONT} font-size="28" fill="#2B1C24">${dish}</text><text x="790" y="${baseline}" text-anchor="end" ${SERIF_FONT} font-size="28" fill="#2B1C24">${price}</text>`;
    }),
  ].join('');

/** Draws a printed menu on its paper, 900 by 1200. */
export const drawMenuCard = (name: MenuCardName): string => {
  const { title, motto, emblem, sections }: MenuCard = MENU_CARDS[name];
  const sectionHeights = sections.map(({ lines }) => 110 + lines.length * 54);
  return svgPicture({ width: 900, height: 1200 }, [
    '<defs><linearGradient id="paper" x1="0" y1="0" x2="1" y2="1"><stop stop-color="#FFFDF7"/><stop offset="1" stop-color="#F3E9DA"/></linearGradient></defs>',
    '<path d="M0 0H900V1200H0Z" fill="url(#paper)"/><rect x="36" y="36" width="828" height="1128" fill="none" stroke="#8E1D53" stroke-width="3"/><rect x="48" y="48" width="804" height="1104" fill="none" stroke="#8E1D53"/>',
    drawIcon(emblem, { x: 450, y: 136 }, { size: 92 }),
    `<text x="450" y="254" text-anchor="middle" ${SERIF_FONT} font-size="68" fill="#2B1C24">${title}</text><text x="450" y="304" text-anchor="middle" ${SERIF_FONT} font-size="26" font-style="italic" fill="#594851">${motto}</text>`,
    ...sections.map((section, index) =>
      drawSectionAt(
        section,
        400 + sectionHeights.slice(0, index).reduce((heightSum, sectionHeight) => heightSum + sectionHeight, 0),
      ),
    ),
  ]);
};

interface BannerDrawing {
  readonly dish: DrawnDish;
  readonly tone: TableTone;
}

/** Dish and colour palette of each banner's picture, by the banner's name. */
const BANNER_DRAWINGS = {
  tagespreis: { dish: 'stew', tone: 'butter' },
  suppenmittwoch: { dish: 'noodleSoup', tone: 'herb' },
  wochenende: { dish: 'pancakes', tone: 'plum' },
  hafen: { dish: 'fish', tone: 'sky' },
  kuechen: { dish: 'tacos', tone: 'apricot' },
  zusammen: { dish: 'pizza', tone: 'cocoa' },
} as const satisfies Readonly<Record<string, BannerDrawing>>;

/** Name of a banner of the main screen. */
export type TeaserName = keyof typeof BANNER_DRAWINGS;

export const teaserNames = Object.keys(BANNER_DRAWINGS);

/** Checks whether a banner of that name exists. */
export const isTeaserName = (name: string): name is TeaserName => Object.hasOwn(BANNER_DRAWINGS, name);

/**
 * Draws the picture of a banner, 1072 by 336 units. The left side is plain, because the page shows text there; a laid
 * table is on the right. The important part is within the middle three fifths of the height, because a low banner crops
 * the rest.
 */
export const drawTeaser = (name: TeaserName): string => {
  const { dish: dishName, tone } = BANNER_DRAWINGS[name];
  const dish: DishDrawing = DISH_DRAWINGS[dishName];
  const { light, strong } = TABLE_TONES[tone];
  const mainPlateShape = { x: 890, y: 176, r: 150 };
  return svgPicture({ width: 1072, height: 336, night: 'cloth' }, [
    `<defs>${clothDefs(tone, 'gingham')}${lightGradientDefs}<linearGradient id="calm"><stop class="light" offset=".5" stop-color="${light}"/><stop class="light" offset=".72" stop-color="${light}" stop-opacity="0"/></linearGradient></defs>`,
    '<path d="M0 0H1072V336H0Z" fill="url(#cloth)"/><path d="M0 0H1072V336H0Z" fill="url(#weave)"/><path d="M0 0H1072V336H0Z" fill="url(#calm)"/>',
    drawGlass({ x: 1030, y: 40, r: 46 }, dish.drink),
    drawPlate(mainPlateShape, strong),
    `<g filter="url(#lift)">${drawIcon(dish.icon, mainPlateShape, { size: 196 })}${drawIcon(dish.loose[0], { x: 700, y: 318 }, { size: 110, angle: -18 })}${drawIcon(dish.loose[2], { x: 720, y: 34 }, { size: 80, angle: 24 })}</g>`,
  ]);
};
