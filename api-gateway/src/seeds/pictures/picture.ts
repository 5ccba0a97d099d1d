import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { TABLE_TONES } from './brush';
import type { TableTone } from './brush';
import { DISH_DRAWINGS } from './dishes';
import type { DrawnDish } from './dishes';
import { drawCounter } from './draw-counter';
import type { CounterPicture } from './draw-counter';
import { drawLogo, drawMenuCard, drawTeaser, isMenuCardName, isTeaserName, logoArts } from './draw-prints';
import type { LogoArt, LogoPicture, MenuCardName, TeaserName } from './draw-prints';
import { drawRoom, ROOM_STYLES } from './draw-room';
import type { RoomPicture, RoomStyleName } from './draw-room';
import { drawTable } from './draw-table';
import type { TablePicture } from './draw-table';

/** Parameters of a generated picture, which determine its content. */
export type Picture =
  | TablePicture
  | RoomPicture
  | CounterPicture
  | LogoPicture
  | { readonly kind: 'banner'; readonly name: TeaserName }
  | { readonly kind: 'menu'; readonly name: MenuCardName };

/** Number of layouts; a picture's URL with a higher number is invalid. */
const LAYOUT_COUNT = 12;

const namePartsOf = (picture: Picture): string[] => {
  switch (picture.kind) {
    case 'table':
      return [picture.dish, picture.tone, String(picture.layout)];
    case 'room':
    case 'counter':
      return [picture.style, picture.dish, picture.tone, String(picture.layout)];
    case 'logo':
      return [picture.logoArt, picture.tone, String(picture.layout)];
    case 'banner':
    case 'menu':
      return [picture.name];
  }
};

/** Returns the URL path of a picture. Different parameters have different paths. */
export const pictureUrl = (picture: Picture): string => `/media/${picture.kind}/${namePartsOf(picture).join('_')}.svg`;

const isDish = (word: string): word is DrawnDish => Object.hasOwn(DISH_DRAWINGS, word);
const isTone = (word: string): word is TableTone => Object.hasOwn(TABLE_TONES, word);
const isStyle = (word: string): word is RoomStyleName => Object.hasOwn(ROOM_STYLES, word);
const isLogoArt = (word: string): word is LogoArt => logoArts.some((artName) => artName === word);

const layoutOf = (word: string): number | null =>
  /^\d{1,2}$/.test(word) && Number(word) < LAYOUT_COUNT && String(Number(word)) === word ? Number(word) : null;

const FILE_NAME_PATTERN = /^([A-Za-z0-9-]+(?:_[A-Za-z0-9-]+)*)\.svg$/;

const readFurnished = (
  kind: 'room' | 'counter',
  [style = '', dish = '', tone = '', layoutText = '']: readonly string[],
): Picture | null => {
  const layout = layoutOf(layoutText);
  return isStyle(style) && isDish(dish) && isTone(tone) && layout !== null ? { kind, style, dish, tone, layout } : null;
};

const readNamed = (kind: string, nameParts: readonly string[]): Picture | null => {
  const [firstWord = '', tone = '', layoutText = ''] = nameParts;
  const layout = layoutOf(layoutText);
  if (kind === 'room' || kind === 'counter') return readFurnished(kind, nameParts);
  if (kind === 'banner' && isTeaserName(firstWord)) return { kind, name: firstWord };
  if (kind === 'menu' && isMenuCardName(firstWord)) return { kind, name: firstWord };
  if (!isTone(tone) || layout === null) return null;
  if (kind === 'table' && isDish(firstWord)) return { kind, dish: firstWord, tone, layout };
  return kind === 'logo' && isLogoArt(firstWord) ? { kind, logoArt: firstWord, tone, layout } : null;
};

/** Parses a picture from its kind and file name; null for an unknown one. */
export const readPicture = (kind: string, file: string): Picture | null => {
  const name = FILE_NAME_PATTERN.exec(file)?.[1];
  const picture = name === undefined ? null : readNamed(kind, name.split('_'));
  // Each picture has exactly one URL. A URL with additions that the parser ignores is therefore refused.
  return picture !== null && pictureUrl(picture) === `/media/${kind}/${file}` ? picture : null;
};

/** Draws a picture as SVG. */
export const drawPicture = (picture: Picture): string => {
  switch (picture.kind) {
    case 'table':
      return drawTable(picture);
    case 'room':
      return drawRoom(picture);
    case 'counter':
      return drawCounter(picture);
    case 'logo':
      return drawLogo(picture);
    case 'banner':
      return drawTeaser(picture.name);
    case 'menu':
      return drawMenuCard(picture.name);
  }
};

const COMPRESSORS = {
  br: (svg: string) => brotliCompressSync(svg, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (svg: string) => gzipSync(svg),
  identity: (svg: string) => Buffer.from(svg),
} as const;

/** Content encodings of a picture. */
export type PictureEncoding = keyof typeof COMPRESSORS;

/** Draws and compresses a picture. This takes long, so callers must run it in a thread. */
export const packPicture = (picture: Picture, encoding: PictureEncoding): Uint8Array =>
  COMPRESSORS[encoding](drawPicture(picture));
