import { CHAT_MESSAGE_MAX_LENGTH } from './limits';

// Letters, marks, numbers, punctuation and symbols of any language. Control characters, private ones and those that
// turn the direction of the text around are none of them (S1§5).
const NOT_ALLOWED = /[^\p{L}\p{M}\p{N}\p{P}\p{S} \u200D]/gu;

// Letters, marks and signs that are drawn as nothing: fillers, the empty Braille cell.
const INVISIBLE = /\u034F|\u17B4|\u17B5|[\u115F\u1160\u2800\u3164\uFFA0]/gu;

// A mark belongs to a letter before it.
const LOOSE_MARKS = /(?<=^| )\p{M}+/gu;

// It joins the parts of one emoji; anywhere else it only makes two names look the same.
const LOOSE_JOINER = /(?<![\p{Extended_Pictographic}\p{EMod}\uFE0F])\u200D|\u200D(?!\p{Extended_Pictographic})/gu;

/** A name without what no name may hold, and without spaces around it or twice in a row. */
export const cleanName = (typed: string): string =>
  typed
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(NOT_ALLOWED, '')
    .replace(INVISIBLE, '')
    .replace(LOOSE_MARKS, '')
    .replace(LOOSE_JOINER, '')
    .replace(/ +/g, ' ')
    .trim();

/** Characters of a message as people count them: an emoji of several code units is one. */
export const messageLength = (text: string): number => [...text].length;

// Neither a space nor what is never drawn (DI), nor a sign that stands on another, nor Braille without a dot.
const VISIBLE = /[^\p{DI}\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{M}\u2800]/u;

/**
 * A message as it is sent: without spaces around it. null where nothing in it is to be seen or it is too long (S03).
 */
export const messageToSend = (typed: string): string | null => {
  const text = typed.trim();
  return !VISIBLE.test(text) || messageLength(text) > CHAT_MESSAGE_MAX_LENGTH ? null : text;
};
