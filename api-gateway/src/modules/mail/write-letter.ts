import texts from '../../../locales/de.json';
import type { Letter, WrittenLetter } from './letter';
import { letterHtml } from './letter-html';
import { maskedEmail } from './masked-email';

/** What every letter names beside its own facts. */
export interface LetterHead {
  readonly supportEmail: string;
}

/** The parts of a letter, in the order in which they are read. */
export interface LetterParts {
  readonly subject: string;
  readonly before: string;
  /** What the letter is about, set apart: a code to type or a button to press. */
  readonly centre: { readonly kind: 'code'; readonly code: string } | { readonly kind: 'link'; readonly href: string; readonly label: string } | null;
  readonly after: string;
}

const day = new Intl.DateTimeFormat('de-DE', { dateStyle: 'long', timeZone: 'Europe/Berlin' });

const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  Object.entries(values).reduce((line, [name, value]) => line.replaceAll(`{${name}}`, () => value), text);

const partsOf = (letter: Letter, { supportEmail }: LetterHead): LetterParts => {
  switch (letter.kind) {
    case 'verificationCode':
      return { subject: texts.mailCodeSubject, before: texts.mailCodeBefore, centre: { kind: 'code', code: letter.code }, after: texts.mailCodeAfter };
    case 'passwordReset':
      return { subject: texts.mailResetSubject, before: texts.mailResetBefore, centre: { kind: 'link', href: letter.link, label: texts.mailResetButton }, after: texts.mailResetAfter };
    case 'emailChanged':
      return {
        subject: texts.mailEmailChangedSubject,
        before: filled(texts.mailEmailChangedBefore, { newEmail: maskedEmail(letter.newEmail) }),
        centre: null,
        after: filled(texts.mailEmailChangedAfter, { supportEmail }),
      };
    case 'accountDeleted':
      return {
        subject: texts.mailDeletedSubject,
        before: filled(texts.mailDeletedBefore, { day: day.format(letter.erasedAt) }),
        centre: null,
        after: filled(texts.mailDeletedAfter, { supportEmail }),
      };
    case 'accountRestored':
      return { subject: texts.mailRestoredSubject, before: texts.mailRestoredBefore, centre: null, after: filled(texts.mailRestoredAfter, { supportEmail }) };
  }
};

const centreText = ({ centre }: LetterParts): string[] => {
  if (centre === null) return [];
  return [centre.kind === 'code' ? `    ${centre.code}` : centre.href];
};

const textOf = (parts: LetterParts): string =>
  [texts.mailGreeting, parts.before, ...centreText(parts), parts.after, texts.mailFarewell, `-- \n${texts.mailFooter}`].join('\n\n').concat('\n');

/** Puts a letter into German words, as text and as HTML that say the same. */
export const writeLetter = (letter: Letter, head: LetterHead): WrittenLetter => {
  const parts = partsOf(letter, head);
  return { subject: parts.subject, text: textOf(parts), html: letterHtml(parts) };
};
