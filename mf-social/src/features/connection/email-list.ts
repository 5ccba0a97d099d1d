import { IMPORT_MAX_EMAILS, validateEmail } from '@mahlzeit/contract/rules';

/** E-mail addresses that a user typed or pasted. */
export interface EmailList {
  /** Valid addresses without duplicates, in the form in which the request sends them. */
  readonly emails: readonly string[];
  /** Number of addresses, invalid ones included. */
  readonly count: number;
  /** First invalid address as typed, with its position from 1; null when all are valid. */
  readonly firstInvalid: { readonly text: string; readonly position: number } | null;
  readonly isTooLong: boolean;
}

// Address books copy addresses as `Mehmet Aydın <mehmet@beispiel.de>`, with or without quotes around the name.
const namedAddress = /(?:"[^"]*"|[^<>,;\n])*<([^<>]*)>/gu;

const splitAddresses = (typedText: string): readonly string[] =>
  typedText
    .replace(namedAddress, ' $1 ')
    .split(/[\s,;]+/u)
    .filter((part) => part !== '');

/** Parses e-mail addresses that are separated by line breaks, commas, semicolons or spaces. Duplicates count once. */
export const readEmails = (typedText: string): EmailList => {
  const uniqueEmails = new Map<string, string>();
  let firstInvalid: EmailList['firstInvalid'] = null;
  for (const part of splitAddresses(typedText)) {
    const email = validateEmail(part);
    const key = email.ok ? email.value.toLowerCase() : part;
    if (!uniqueEmails.has(key)) uniqueEmails.set(key, email.ok ? email.value : part);
    if (!email.ok && firstInvalid === null) firstInvalid = { text: part, position: uniqueEmails.size };
  }
  return {
    emails: [...uniqueEmails.values()],
    count: uniqueEmails.size,
    firstInvalid,
    isTooLong: uniqueEmails.size > IMPORT_MAX_EMAILS,
  };
};
