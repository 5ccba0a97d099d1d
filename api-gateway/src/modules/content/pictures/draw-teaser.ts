import { art, clothDefs, lightDefs, picture } from './brush';
import { DISH_DRAWINGS, type DishDrawing, type DrawnDish } from './dish-drawings';
import { TABLE_TONES, type TableTone } from './table-tones';
import { glass, plate } from './tableware';

interface Teaser {
  readonly title: string;
  readonly line: string;
  readonly dish: DrawnDish;
  readonly tone: TableTone;
}

/** What the banners say; few words, large enough for a phone. */
const TEASERS = {
  tagespreis: { title: 'Tagespreis: 4,90 €', line: 'Jeden Werktag ein Gericht', dish: 'stew', tone: 'butter' },
  suppenmittwoch: { title: 'Suppenmittwoch', line: 'Heute dampft es in der Neustadt', dish: 'noodleSoup', tone: 'herb' },
  wochenende: { title: 'Sonntags geöffnet', line: 'Waffeln und Kuchen bis vier', dish: 'pancakes', tone: 'plum' },
  hafen: { title: 'Mittag am Wasser', line: 'Fisch mit Blick auf die Schlepper', dish: 'fish', tone: 'sky' },
  kuechen: { title: 'Worauf hast du Lust?', line: 'Such dir eine Küche aus', dish: 'tacos', tone: 'apricot' },
  zusammen: { title: 'Zusammen essen', line: 'Leg ein Konto an, lad jemanden ein', dish: 'pizza', tone: 'cocoa' },
} as const satisfies Readonly<Record<string, Teaser>>;

/** A banner of the main screen. */
export type TeaserName = keyof typeof TEASERS;

/** Every banner. */
export const teaserNames = Object.keys(TEASERS);

/** Whether there is such a banner. */
export const isTeaserName = (name: string): name is TeaserName => Object.hasOwn(TEASERS, name);

const FACE = "font-family=\"'Bricolage Grotesque Variable','Bricolage Grotesque',Inter,system-ui,-apple-system,'Segoe UI',Roboto,sans-serif\"";

/** A banner of 1072 by 336: words at left, a laid table at right. All of it stands in the middle three fifths, which a flat pane still shows. */
export const drawTeaser = (name: TeaserName): string => {
  const { title, line, dish: dishName, tone } = TEASERS[name];
  const dish: DishDrawing = DISH_DRAWINGS[dishName];
  const { strong } = TABLE_TONES[tone];
  const main = { x: 890, y: 176, r: 150 };
  return picture(1072, 336, [
    `<defs>${clothDefs(tone, 'gingham')}${lightDefs}<linearGradient id="calm"><stop offset=".5" stop-color="${TABLE_TONES[tone].light}"/><stop offset=".72" stop-color="${TABLE_TONES[tone].light}" stop-opacity="0"/></linearGradient></defs>`,
    '<path d="M0 0H1072V336H0Z" fill="url(#cloth)"/><path d="M0 0H1072V336H0Z" fill="url(#weave)"/><path d="M0 0H1072V336H0Z" fill="url(#calm)"/>',
    glass({ x: 1030, y: 40, r: 46 }, dish.drink),
    plate(main, strong),
    `<g filter="url(#lift)">${art(dish.icon, main, { size: 196 })}${art(dish.loose[0], { x: 700, y: 318 }, { size: 110, turn: -18 })}${art(dish.loose[2], { x: 720, y: 34 }, { size: 80, turn: 24 })}</g>`,
    `<text x="84" y="158" ${FACE} font-size="46" font-weight="700" fill="#23161D" letter-spacing="-1">${title}</text>`,
    `<text x="84" y="220" ${FACE} font-size="29" font-weight="500" fill="#594851">${line}</text>`,
  ]);
};
