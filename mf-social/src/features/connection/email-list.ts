import { IMPORT_MAX_EMAILS, validateEmail } from '@mahlzeit/contract/rules';

/** Addresses as somebody typed or pasted them. */
export interface EmailList {
  /** Each address once, as it is sent. */
  readonly emails: readonly string[];
  /** How many there are, the bad ones among them. */
  readonly count: number;
  /** The first that is no address, as it was typed, and its place from 1; null where all are. */
  readonly bad: { readonly text: string; readonly place: number } | null;
  readonly isTooLong: boolean;
}

// An address book writes `Mehmet Aydın <mehmet@beispiel.de>`, quotes and all.
const named = /(?:"[^"]*"|[^<>,;\n])*<([^<>]*)>/gu;

const parts = (typed: string): readonly string[] =>
  typed
    .replace(named, ' $1 ')
    .split(/[\s,;]+/u)
    .filter((part) => part !== '');

/**
 * Reads addresses that stand one a line, or with commas, semicolons or spaces between them; the same one twice counts
 * once.
 */
export const readEmails = (typed: string): EmailList => {
  const known = new Map<string, string>();
  let bad: EmailList['bad'] = null;
  for (const part of parts(typed)) {
    const email = validateEmail(part);
    const key = email.ok ? email.value.toLowerCase() : part;
    if (!known.has(key)) known.set(key, email.ok ? email.value : part);
    if (!email.ok && bad === null) bad = { text: part, place: known.size };
  }
  return { emails: [...known.values()], count: known.size, bad, isTooLong: known.size > IMPORT_MAX_EMAILS };
};
