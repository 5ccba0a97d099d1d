import { art, n, picture } from './brush';
import { TABLE_TONES, type TableTone } from './table-tones';

const SIZE = 256;
const MIDDLE = SIZE / 2;

/** What can stand in a logo; names of Fluent Emoji. */
export const logoArts = [
  'anchor', 'avocado', 'beer-mug', 'bento-box', 'bread', 'broccoli', 'burrito', 'cactus', 'carrot', 'cheese-wedge', 'cherries', 'chestnut', 'coconut', 'cooking', 'crab',
  'crescent-moon', 'croissant', 'crown', 'cupcake', 'curry-rice', 'doughnut', 'dumpling', 'egg', 'eggplant', 'falafel', 'fire', 'fish', 'flatbread', 'four-leaf-clover', 'french-fries',
  'garlic', 'grapes', 'green-salad', 'hamburger', 'herb', 'honeybee', 'hot-beverage', 'hot-dog', 'hot-pepper', 'lemon', 'lobster', 'lotus', 'maple-leaf', 'meat-on-bone',
  'octopus', 'olive', 'owl', 'ox', 'oyster', 'palm-tree', 'pancakes', 'pea-pod', 'pizza', 'pot-of-food', 'potato', 'pretzel', 'red-apple', 'rice-ball', 'rooster', 'sailboat', 'salt',
  'sandwich', 'seedling', 'shallow-pan-of-food', 'shortcake', 'shrimp', 'snail', 'spaghetti', 'spouting-whale', 'star', 'steaming-bowl', 'stuffed-flatbread', 'sun', 'sunflower', 'sushi',
  'taco', 'takeout-box', 'teapot', 'tomato', 'tropical-fish', 'tulip', 'wheel-of-dharma', 'wine-glass',
] as const;

/** What stands in a logo. */
export type LogoArt = (typeof logoArts)[number];

/** A tile that stands for a place. */
export interface LogoPicture {
  readonly kind: 'logo';
  readonly art: LogoArt;
  readonly tone: TableTone;
  readonly layout: number;
}

type Paint = (colours: { readonly light: string; readonly deep: string; readonly strong: string }) => string;

const around = (count: number, draw: (turn: number) => string): string => Array.from({ length: count }, (_, index) => draw((index / count) * 360)).join('');

const SHAPES: readonly [Paint, ...Paint[]] = [
  // Disc with a fine ring.
  ({ light, strong }) => `<path d="M0 0H256V256H0Z" fill="${strong}"/><circle cx="128" cy="128" r="96" fill="${light}"/><circle cx="128" cy="128" r="106" fill="none" stroke="${light}" stroke-width="4"/>`,
  // Scalloped seal.
  ({ light, deep, strong }) => `<path d="M0 0H256V256H0Z" fill="${deep}"/>${around(16, (turn) => `<circle cx="128" cy="30" r="20" fill="${strong}" transform="rotate(${n(turn)} 128 128)"/>`)}<circle cx="128" cy="128" r="98" fill="${strong}"/><circle cx="128" cy="128" r="84" fill="${light}"/>`,
  // Rays from behind.
  ({ light, deep, strong }) => `<path d="M0 0H256V256H0Z" fill="${deep}"/>${around(12, (turn) => `<path d="M128 128 110-60h36Z" fill="${light}" transform="rotate(${n(turn)} 128 128)"/>`)}<circle cx="128" cy="128" r="80" fill="${strong}"/><circle cx="128" cy="128" r="70" fill="#fff"/>`,
  // Plate on gingham.
  ({ light, strong }) => `<path d="M0 0H256V256H0Z" fill="${light}"/><path d="M0 0H32V256H0ZM64 0H96V256H64ZM128 0H160V256H128ZM192 0H224V256H192Z" fill="${strong}" opacity=".25"/><path d="M0 0H256V32H0ZM0 64H256V96H0ZM0 128H256V160H0ZM0 192H256V224H0Z" fill="${strong}" opacity=".25"/><circle cx="128" cy="128" r="92" fill="#fff"/><circle cx="128" cy="128" r="72" fill="none" stroke="${strong}" stroke-width="4" opacity=".5"/>`,
  // Shield.
  ({ light, strong }) => `<path d="M0 0H256V256H0Z" fill="${light}"/><path d="M34 40q94 26 188 0v92q0 72-94 104Q34 204 34 132Z" fill="${strong}"/><path d="M50 60q78 20 156 0v72q0 58-78 86-78-28-78-86Z" fill="none" stroke="${light}" stroke-width="5"/>`,
  // Half arch with stripes, like an awning.
  ({ light, deep, strong }) => `<path d="M0 0H256V256H0Z" fill="${light}"/><path d="M0 0H256V62H0Z" fill="${strong}"/>${[0, 1, 2, 3].map((index) => `<path d="M${index * 64} 0h32v62a16 16 0 0 1-32 0Z" fill="${deep}"/><path d="M${index * 64 + 32} 0h32v62a16 16 0 0 1-32 0Z" fill="${strong}"/>`).join('')}`,
];

/** A logo tile: an emblem in a strong colour. */
export const drawLogo = ({ art: name, tone, layout }: LogoPicture): string => {
  const shape = SHAPES[layout % SHAPES.length] ?? SHAPES[0];
  const isAwning = layout % SHAPES.length === SHAPES.length - 1;
  return picture({ width: SIZE, height: SIZE }, [shape(TABLE_TONES[tone]), art(name, { x: MIDDLE, y: isAwning ? 164 : MIDDLE }, { size: isAwning ? 138 : 116 })]);
};
