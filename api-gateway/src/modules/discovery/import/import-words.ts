import type { CountedWarning } from './import-tally';
import type { WarningKind } from './place-record';
import type { FileRefusal } from './read-feed';

const WARNINGS: Readonly<Record<WarningKind, string>> = {
  unknownDishType: 'Unbekannte Speiseart, als Mittagstisch übernommen',
  unknownLabel: 'Unbekannte Kennzeichnung, weggelassen',
  contradictedDiet: 'Als vegan oder vegetarisch gekennzeichnet, aber die Zutaten widersprechen; nicht übernommen',
  repeatedDish: 'Am selben Tag doppelt, einmal übernommen',
  malformedDish: 'Speise nicht lesbar, weggelassen',
  malformedDay: 'Tag oder Woche nicht lesbar, weggelassen',
  unknownCanteen: 'Speiseplan ohne Lokal, weggelassen',
  unreadHours: 'Öffnungszeiten nicht lesbar, als Text übernommen',
};

const REFUSALS: Readonly<Record<FileRefusal, string>> = {
  unreadable: 'Die Datei lässt sich nicht lesen.',
  notJson: 'Die Datei ist kein gültiges JSON.',
  unknownFormat: 'Das Format der Datei ist unbekannt. Lesbar sind Speisepläne von Kantinen (eat-api).',
};

const SUBJECTS_SHOWN = 5;

const subjectsOf = (warnings: readonly CountedWarning[]): string => {
  const shown = warnings.slice(0, SUBJECTS_SHOWN).map(({ subject, count }) => (count === 1 ? `„${subject}“` : `„${subject}“ (${count}×)`));
  const rest = warnings.length - shown.length;
  return [...shown, ...(rest > 0 ? [`und ${rest} weitere`] : [])].join(', ');
};

/** What an operator reads about the warnings: one line a kind. */
export const warningLines = (warnings: readonly CountedWarning[]): string[] => {
  const kinds = [...new Set(warnings.map(({ kind }) => kind))];
  return kinds.map((kind) => `${WARNINGS[kind]}: ${subjectsOf(warnings.filter((one) => one.kind === kind))}`);
};

/** What an operator reads about a file that could not be imported. */
export const refusalLine = ({ file, why }: { readonly file: string; readonly why: FileRefusal }): string => `${file}: ${REFUSALS[why]}`;
