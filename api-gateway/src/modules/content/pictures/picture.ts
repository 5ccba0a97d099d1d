import { DISH_DRAWINGS, type DrawnDish } from './dish-drawings';
import { drawCounter, type CounterPicture } from './draw-counter';
import { drawLogo, logoArts, type LogoArt, type LogoPicture } from './draw-logo';
import { drawMenuCard, isMenuCardName, type MenuCardName } from './draw-menu-card';
import { drawRoom, type RoomPicture } from './draw-room';
import { drawTable, type TablePicture } from './draw-table';
import { drawTeaser, isTeaserName, type TeaserName } from './draw-teaser';
import { ROOM_STYLES, type RoomStyleName } from './room-styles';
import { TABLE_TONES, type TableTone } from './table-tones';

/** A picture of our own: all that it shows follows from this. */
export type Picture =
  | TablePicture
  | RoomPicture
  | CounterPicture
  | LogoPicture
  | { readonly kind: 'banner'; readonly name: TeaserName }
  | { readonly kind: 'menu'; readonly name: MenuCardName };

/** How many ways there are to lay out each of a kind. */
const LAYOUTS = 12;

const wordsOf = (picture: Picture): string[] => {
  switch (picture.kind) {
    case 'table': return [picture.dish, picture.tone, String(picture.layout)];
    case 'room':
    case 'counter': return [picture.style, picture.dish, picture.tone, String(picture.layout)];
    case 'logo': return [picture.art, picture.tone, String(picture.layout)];
    case 'banner':
    case 'menu': return [picture.name];
  }
};

/** The address of a picture; the same picture always has the same one. */
export const pictureUrl = (picture: Picture): string => `/media/${picture.kind}/${wordsOf(picture).join('_')}.svg`;

const isDish = (word: string): word is DrawnDish => Object.hasOwn(DISH_DRAWINGS, word);
const isTone = (word: string): word is TableTone => Object.hasOwn(TABLE_TONES, word);
const isStyle = (word: string): word is RoomStyleName => Object.hasOwn(ROOM_STYLES, word);
const isLogoArt = (word: string): word is LogoArt => logoArts.some((one) => one === word);

const layoutOf = (word: string): number | null => (/^\d{1,2}$/.test(word) && Number(word) < LAYOUTS && String(Number(word)) === word ? Number(word) : null);

const NAME = /^([A-Za-z0-9-]+(?:_[A-Za-z0-9-]+)*)\.svg$/;

const readFurnished = (kind: 'room' | 'counter', [style = '', dish = '', tone = '', at = '']: readonly string[]): Picture | null => {
  const layout = layoutOf(at);
  return isStyle(style) && isDish(dish) && isTone(tone) && layout !== null ? { kind, style, dish, tone, layout } : null;
};

const readNamed = (kind: string, words: readonly string[]): Picture | null => {
  const [first = '', tone = '', at = ''] = words;
  const layout = layoutOf(at);
  if (kind === 'room' || kind === 'counter') return readFurnished(kind, words);
  if (kind === 'banner' && isTeaserName(first)) return { kind, name: first };
  if (kind === 'menu' && isMenuCardName(first)) return { kind, name: first };
  if (!isTone(tone) || layout === null) return null;
  if (kind === 'table' && isDish(first)) return { kind, dish: first, tone, layout };
  return kind === 'logo' && isLogoArt(first) ? { kind, art: first, tone, layout } : null;
};

/** The picture of that address, by its kind and file name; null where there is none. */
export const readPicture = (kind: string, file: string): Picture | null => {
  const name = NAME.exec(file)?.[1];
  const found = name === undefined ? null : readNamed(kind, name.split('_'));
  // One address for each picture: nothing may follow that is not read.
  return found !== null && pictureUrl(found) === `/media/${kind}/${file}` ? found : null;
};

/** Draws it, as SVG. */
export const drawPicture = (picture: Picture): string => {
  switch (picture.kind) {
    case 'table': return drawTable(picture);
    case 'room': return drawRoom(picture);
    case 'counter': return drawCounter(picture);
    case 'logo': return drawLogo(picture);
    case 'banner': return drawTeaser(picture.name);
    case 'menu': return drawMenuCard(picture.name);
  }
};
