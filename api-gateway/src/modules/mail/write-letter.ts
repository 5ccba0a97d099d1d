import texts from '../../../locales/de.json';
import type { EmailMessage, RenderedEmail } from './letter';
import { emailHtml } from './letter-html';
import { maskedEmail } from './masked-email';

/** What every e-mail names beside its own facts. */
export interface EmailContext {
  readonly supportEmail: string;
}

/** The parts of an e-mail, in the order in which they are read. */
export interface EmailParts {
  readonly subject: string;
  readonly before: string;
  /** What the message is about, set apart: a code to type or a button to press. */
  readonly centre: { readonly kind: 'code'; readonly code: string } | { readonly kind: 'link'; readonly href: string; readonly label: string } | null;
  readonly after: string;
}

const day = new Intl.DateTimeFormat('de-DE', { dateStyle: 'long', timeZone: 'Europe/Berlin' });

const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  Object.entries(values).reduce((line, [name, value]) => line.replaceAll(`{${name}}`, () => value), text);

const partsOf = (message: EmailMessage, { supportEmail }: EmailContext): EmailParts => {
  switch (message.kind) {
    case 'verificationCode':
      return { subject: texts.mailCodeSubject, before: texts.mailCodeBefore, centre: { kind: 'code', code: message.code }, after: texts.mailCodeAfter };
    case 'passwordReset':
      return { subject: texts.mailResetSubject, before: texts.mailResetBefore, centre: { kind: 'link', href: message.link, label: texts.mailResetButton }, after: texts.mailResetAfter };
    case 'emailChanged':
      return {
        subject: texts.mailEmailChangedSubject,
        before: filled(texts.mailEmailChangedBefore, { newEmail: maskedEmail(message.newEmail) }),
        centre: null,
        after: filled(texts.mailEmailChangedAfter, { supportEmail }),
      };
    case 'accountDeleted':
      return {
        subject: texts.mailDeletedSubject,
        before: filled(texts.mailDeletedBefore, { day: day.format(message.erasedAt) }),
        centre: null,
        after: filled(texts.mailDeletedAfter, { supportEmail }),
      };
    case 'accountRestored':
      return { subject: texts.mailRestoredSubject, before: texts.mailRestoredBefore, centre: null, after: filled(texts.mailRestoredAfter, { supportEmail }) };
  }
};

const centreText = ({ centre }: EmailParts): string[] => {
  if (centre === null) return [];
  return [centre.kind === 'code' ? `    ${centre.code}` : centre.href];
};

const textOf = (parts: EmailParts): string =>
  [texts.mailGreeting, parts.before, ...centreText(parts), parts.after, texts.mailFarewell, `-- \n${texts.mailFooter}`].join('\n\n').concat('\n');

/** Renders an e-mail in German, as text and as HTML that say the same. */
export const renderEmail = (message: EmailMessage, head: EmailContext): RenderedEmail => {
  const parts = partsOf(message, head);
  return { subject: parts.subject, text: textOf(parts), html: emailHtml(parts) };
};
