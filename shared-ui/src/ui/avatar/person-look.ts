import { textHash } from '../art/text-hash';

/** Grounds for white initials; each has a contrast of 6 or more. */
export const AVATAR_COLORS = [
  '#7a1647', '#1d5fb4', '#14603a', '#8a3d0b', '#5b3fa0', '#0f6472', '#962033', '#6a4a06',
  '#3f5a14', '#28508c', '#7d2c86', '#0b5d58', '#4a4c9c', '#7f3358', '#5f4334', '#37566a',
] as const;

/** The same colour for the same name, everywhere. */
export const avatarColorOf = (name: string): string => AVATAR_COLORS[textHash(name.trim()) % AVATAR_COLORS.length] ?? AVATAR_COLORS[0];

const graphemes = new Intl.Segmenter('de', { granularity: 'grapheme' });

const firstSignOf = (word: string): string | undefined => {
  for (const { segment } of graphemes.segment(word)) if (/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(segment)) return segment;
  return undefined;
};

const upperCase = (sign: string): string => {
  const upper = sign.toLocaleUpperCase('de');
  // „ß“ would grow to two letters.
  return [...graphemes.segment(upper)].length === 1 ? upper : sign;
};

/** One or two signs that stand for a name: the first of its first and of its last word. */
export const initialsOf = (name: string): string => {
  const signs = name
    .normalize('NFC')
    .split(/\s+/u)
    .map(firstSignOf)
    .filter((sign) => sign !== undefined)
    .map(upperCase);
  const first = signs[0];
  if (first === undefined) return '?';
  return signs.length === 1 ? first : `${first}${signs[signs.length - 1]}`;
};
