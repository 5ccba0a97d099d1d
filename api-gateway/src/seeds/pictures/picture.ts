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

/** Parameters of a drawn picture, which determine its content. */
export type Picture =
  | TablePicture
  | RoomPicture
  | CounterPicture
  | LogoPicture
  | { readonly kind: 'banner'; readonly name: TeaserName }
  | { readonly kind: 'menu'; readonly name: MenuCardName };

/** Number of layouts. A picture's URL with a higher layout number is invalid. */
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

const isDishName = (fileNameWord: string): fileNameWord is DrawnDish => Object.hasOwn(DISH_DRAWINGS, fileNameWord);
const isTableTone = (fileNameWord: string): fileNameWord is TableTone => Object.hasOwn(TABLE_TONES, fileNameWord);
const isRoomStyleName = (fileNameWord: string): fileNameWord is RoomStyleName =>
  Object.hasOwn(ROOM_STYLES, fileNameWord);
const isLogoArt = (fileNameWord: string): fileNameWord is LogoArt =>
  logoArts.some((artName) => artName === fileNameWord);

const parseLayout = (fileNameWord: string): number | null =>
  /^\d{1,2}$/.test(fileNameWord) && Number(fileNameWord) < LAYOUT_COUNT && String(Number(fileNameWord)) === fileNameWord
    ? Number(fileNameWord)
    : null;

const FILE_NAME_PATTERN = /^([A-Za-z0-9-]+(?:_[A-Za-z0-9-]+)*)\.svg$/;

const readFurnishedPicture = (
  kind: 'room' | 'counter',
  [style = '', dish = '', tone = '', layoutText = '']: readonly string[],
): Picture | null => {
  const layoutNumber = parseLayout(layoutText);
  return isRoomStyleName(style) && isDishName(dish) && isTableTone(tone) && layoutNumber !== null
    ? { kind, style, dish, tone, layout: layoutNumber }
    : null;
};

const readNamedPicture = (pictureKind: string, nameParts: readonly string[]): Picture | null => {
  const [firstWord = '', tone = '', layoutText = ''] = nameParts;
  const layout = parseLayout(layoutText);
  if (pictureKind === 'room' || pictureKind === 'counter') return readFurnishedPicture(pictureKind, nameParts);
  if (pictureKind === 'banner' && isTeaserName(firstWord)) return { kind: pictureKind, name: firstWord };
  if (pictureKind === 'menu' && isMenuCardName(firstWord)) return { kind: pictureKind, name: firstWord };
  if (!isTableTone(tone) || layout === null) return null;
  if (pictureKind === 'table' && isDishName(firstWord)) return { kind: pictureKind, dish: firstWord, tone, layout };
  return pictureKind === 'logo' && isLogoArt(firstWord)
    ? { kind: pictureKind, logoArt: firstWord, tone, layout }
    : null;
};

/** Parses the parameters of a picture from its kind and file name; null for an unknown picture. */
export const readPicture = (pictureKind: string, pictureFile: string): Picture | null => {
  const name = FILE_NAME_PATTERN.exec(pictureFile)?.[1];
  const picture = name === undefined ? null : readNamedPicture(pictureKind, name.split('_'));
  // Each picture has exactly one URL. A URL with additions that the parser ignores is therefore refused.
  return picture !== null && pictureUrl(picture) === `/media/${pictureKind}/${pictureFile}` ? picture : null;
};

/** Draws a picture and returns the text of its SVG file. */
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

const COMPRESS_BY_ENCODING = {
  br: (pictureSvg: string) => brotliCompressSync(pictureSvg, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (svg: string) => gzipSync(svg),
  identity: (svg: string) => Buffer.from(svg),
} as const;

/** Content encoding in which a picture is sent, depending on what the browser accepts. */
export type PictureEncoding = keyof typeof COMPRESS_BY_ENCODING;

/** Draws and compresses a picture. This takes long, so callers must run it in a thread. */
export const compressPicture = (picture: Picture, encoding: PictureEncoding): Uint8Array =>
  COMPRESS_BY_ENCODING[encoding](drawPicture(picture));
