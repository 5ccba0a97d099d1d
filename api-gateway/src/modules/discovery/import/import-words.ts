import texts from '../../../../locales/de.json';
import type { CountedWarning } from './import-tally';
import type { FileError } from './json-elements';

const SUBJECTS_SHOWN = 5;

const subjectsOf = (warnings: readonly CountedWarning[]): string => {
  const shown = warnings.slice(0, SUBJECTS_SHOWN).map(({ subject, count }) => (count === 1 ? `„${subject}“` : `„${subject}“ (${count}×)`));
  const rest = warnings.length - shown.length;
  return [...shown, ...(rest > 0 ? [texts.importMore.replace('{count}', String(rest))] : [])].join(', ');
};

/** What an operator reads about the warnings: one line a kind. */
export const warningLines = (warnings: readonly CountedWarning[]): string[] => {
  const kinds = [...new Set(warnings.map(({ kind }) => kind))];
  return kinds.map((kind) => `${texts[`importWarning_${kind}`]}: ${subjectsOf(warnings.filter((one) => one.kind === kind))}`);
};

/** What an operator reads about a file that could not be imported. */
export const fileErrorLine = ({ file, why }: { readonly file: string; readonly why: FileError }): string => `${file}: ${texts[`importRefusal_${why}`]}`;
