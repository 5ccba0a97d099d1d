import { art, clothDefs, lightDefs, picture } from './brush';
import { DISH_DRAWINGS, type DishDrawing, type DrawnDish } from './dish-drawings';
import { TABLE_TONES, type TableTone } from './table-tones';
import { glass, plate } from './tableware';

interface Teaser {
  readonly dish: DrawnDish;
  readonly tone: TableTone;
}

/** What lies on the banners' plates. */
const TEASERS = {
  tagespreis: { dish: 'stew', tone: 'butter' },
  suppenmittwoch: { dish: 'noodleSoup', tone: 'herb' },
  wochenende: { dish: 'pancakes', tone: 'plum' },
  hafen: { dish: 'fish', tone: 'sky' },
  kuechen: { dish: 'tacos', tone: 'apricot' },
  zusammen: { dish: 'pizza', tone: 'cocoa' },
} as const satisfies Readonly<Record<string, Teaser>>;

/** A banner of the main screen. */
export type TeaserName = keyof typeof TEASERS;

/** Every banner. */
export const teaserNames = Object.keys(TEASERS);

/** Whether there is such a banner. */
export const isTeaserName = (name: string): name is TeaserName => Object.hasOwn(TEASERS, name);

/** A banner of 1072 by 336: calm at left, where the page writes its words, a laid table at right. What counts stands in the middle three fifths, which a flat pane still shows. */
export const drawTeaser = (name: TeaserName): string => {
  const { dish: dishName, tone } = TEASERS[name];
  const dish: DishDrawing = DISH_DRAWINGS[dishName];
  const { light, strong } = TABLE_TONES[tone];
  const main = { x: 890, y: 176, r: 150 };
  return picture({ width: 1072, height: 336, night: 'cloth' }, [
    `<defs>${clothDefs(tone, 'gingham')}${lightDefs}<linearGradient id="calm"><stop class="light" offset=".5" stop-color="${light}"/><stop class="light" offset=".72" stop-color="${light}" stop-opacity="0"/></linearGradient></defs>`,
    '<path d="M0 0H1072V336H0Z" fill="url(#cloth)"/><path d="M0 0H1072V336H0Z" fill="url(#weave)"/><path d="M0 0H1072V336H0Z" fill="url(#calm)"/>',
    glass({ x: 1030, y: 40, r: 46 }, dish.drink),
    plate(main, strong),
    `<g filter="url(#lift)">${art(dish.icon, main, { size: 196 })}${art(dish.loose[0], { x: 700, y: 318 }, { size: 110, turn: -18 })}${art(dish.loose[2], { x: 720, y: 34 }, { size: 80, turn: 24 })}</g>`,
  ]);
};
