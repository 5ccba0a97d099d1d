import { err, ok } from '../result';
import type { Result } from '../result';

/** Most characters of a name, as people count them. */
export const NAME_MAX_LENGTH = 60;

// Letters, marks, numbers, punctuation and symbols of any language. Control characters, private ones and those that turn
// the direction of the text around are none of them (S1§5).
const NOT_ALLOWED = /[^\p{L}\p{M}\p{N}\p{P}\p{S} \u200D]/gu;

// Letters, marks and signs that are drawn as nothing: fillers, the empty Braille cell.
const INVISIBLE = /\u034F|\u17B4|\u17B5|[\u115F\u1160\u2800\u3164\uFFA0]/gu;

// A mark belongs to a letter before it.
const LOOSE_MARKS = /(?<=^| )\p{M}+/gu;

// It joins the parts of one emoji; anywhere else it only makes two names look the same.
const LOOSE_JOINER = /(?<![\p{Extended_Pictographic}\p{EMod}\uFE0F])\u200D|\u200D(?!\p{Extended_Pictographic})/gu;

/** A name without what no name may hold, and without spaces around it or twice in a row. */
export const cleanName = (typed: string): string =>
  typed.normalize('NFC').replace(/\s+/gu, ' ').replace(NOT_ALLOWED, '').replace(INVISIBLE, '').replace(LOOSE_MARKS, '').replace(LOOSE_JOINER, '').replace(/ +/g, ' ').trim();

/** Validates a new display name after it was cleaned (U06); the one that is there already is no change (S1§5). */
export const validateNewName = (typed: string, current: string | null): Result<string, 'empty' | 'tooLong' | 'ErrorNameIdentical'> => {
  const name = cleanName(typed);
  if (name === '') return err('empty');
  if ([...name].length > NAME_MAX_LENGTH) return err('tooLong');
  return name === current ? err('ErrorNameIdentical') : ok(name);
};
