import { IMPORT_MAX_EMAILS, IMPORT_MIN_EMAILS, validateEmail } from '@mahlzeit/contract/rules';

/** E-mail addresses that a user typed or pasted. */
export interface EmailList {
  /** Valid addresses without duplicates, as the request sends them. */
  readonly emails: readonly string[];
  /** Number of addresses, invalid ones included. */
  readonly count: number;
  /** First invalid address as it was typed, with its position counted from 1; null if all addresses are valid. */
  readonly firstInvalid: { readonly text: string; readonly position: number } | null;
  readonly isTooLong: boolean;
  /** True if the list is so short that the number of added contacts would tell who has an account. */
  readonly isTooShort: boolean;
}

// Matches an address as address books copy it: `Mehmet Aydın <mehmet@beispiel.de>`, with or without quotes around the
// name.
const NAMED_ADDRESS_PATTERN = /(?:"[^"]*"|[^<>,;\n])*<([^<>]*)>/gu;

const splitTypedAddresses = (typedText: string): readonly string[] =>
  typedText
    .replace(NAMED_ADDRESS_PATTERN, ' $1 ')
    .split(/[\s,;]+/u)
    .filter((addressPart) => addressPart !== '');

/** Parses e-mail addresses that are separated by line breaks, commas, semicolons or spaces. Duplicates count once. */
export const readEmails = (typedText: string): EmailList => {
  const emailByLowerCase = new Map<string, string>();
  let firstInvalid: EmailList['firstInvalid'] = null;
  for (const addressPart of splitTypedAddresses(typedText)) {
    const email = validateEmail(addressPart);
    const lowerCaseEmail = email.ok ? email.value.toLowerCase() : addressPart;
    if (!emailByLowerCase.has(lowerCaseEmail))
      emailByLowerCase.set(lowerCaseEmail, email.ok ? email.value : addressPart);
    if (!email.ok && firstInvalid === null) firstInvalid = { text: addressPart, position: emailByLowerCase.size };
  }
  return {
    emails: [...emailByLowerCase.values()],
    count: emailByLowerCase.size,
    firstInvalid,
    isTooLong: emailByLowerCase.size > IMPORT_MAX_EMAILS,
    isTooShort: emailByLowerCase.size < IMPORT_MIN_EMAILS,
  };
};
