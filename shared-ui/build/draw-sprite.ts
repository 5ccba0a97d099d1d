import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const target = fileURLToPath(new URL('../src/ui/art/', import.meta.url));

/** Pictures for tables, plates, chips and pins, by their names in Fluent Emoji (MIT). */
const DRAWN = [
  'avocado',
  'beer-mug',
  'bell-pepper',
  'bento-box',
  'bread',
  'broccoli',
  'carrot',
  'cheese-wedge',
  'cherries',
  'chopsticks',
  'cooking',
  'croissant',
  'cucumber',
  'cup-with-straw',
  'curry-rice',
  'doughnut',
  'egg',
  'fish',
  'fork-and-knife',
  'fork-and-knife-with-plate',
  'french-fries',
  'fried-shrimp',
  'garlic',
  'ginger-root',
  'green-salad',
  'hamburger',
  'herb',
  'hot-beverage',
  'hot-pepper',
  'leafy-green',
  'lemon',
  'meat-on-bone',
  'mushroom',
  'olive',
  'onion',
  'pea-pod',
  'pizza',
  'pot-of-food',
  'potato',
  'pretzel',
  'red-apple',
  'salt',
  'sandwich',
  'shallow-pan-of-food',
  'shortcake',
  'soft-ice-cream',
  'spaghetti',
  'steaming-bowl',
  'strawberry',
  'stuffed-flatbread',
  'sushi',
  'taco',
  'teacup-without-handle',
  'tomato',
  'wine-glass',
] as const;

interface IconSet {
  readonly icons: Readonly<Record<string, { readonly body: string }>>;
}

const isIconSet = (value: unknown): value is IconSet =>
  typeof value === 'object' && value !== null && 'icons' in value && typeof value.icons === 'object';

const symbolOf = (set: IconSet, name: string): string => {
  const body = set.icons[name]?.body;
  if (body === undefined) throw new Error(`Fluent Emoji has no ${name}`);
  // A gradient or mask is looked up in the page, not in the sprite, so such a symbol would come out empty.
  if (body.includes('url(#')) throw new Error(`${name} refers to a gradient or mask, which a sprite can't carry`);
  return `<symbol id="${name}" viewBox="0 0 32 32">${body}</symbol>`;
};

/** Returns the files of the food art: the sprite and the type of its names. */
export const drawSprite = (): { readonly file: string; readonly text: string }[] => {
  const set: unknown = require('@iconify-json/fluent-emoji-flat/icons.json');
  if (!isIconSet(set)) throw new Error('Fluent Emoji has changed its shape');
  const symbols = DRAWN.map((name) => symbolOf(set, name)).join('\n');
  const names = DRAWN.map((name) => `  | '${name}'`).join('\n');
  return [
    {
      file: `${target}sprite.svg`,
      text: `<svg xmlns="http://www.w3.org/2000/svg">\n<!-- Fluent Emoji flat, MIT, © Microsoft -->\n${symbols}\n</svg>\n`,
    },
    {
      file: `${target}food-art-name.ts`,
      text: `/** A drawing of the sprite; written by build/draw-sprite.ts. */\nexport type FoodArtName =\n${names};\n`,
    },
  ];
};

/** `tsx shared-ui/build/draw-sprite.ts` writes the files after the list above has changed. */
if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const { file, text } of drawSprite()) void writeFile(file, text);
