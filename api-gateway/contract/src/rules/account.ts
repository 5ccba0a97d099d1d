import { NAME_MAX_LENGTH } from '../limits';
import { cleanName, textLength } from '../typed-text';
import { err, ok } from '../values';
import type { Result } from '../values';

/** Minimum number of characters of a new password (S1§9). */
const PASSWORD_MIN_LENGTH = 8;

/** Maximum length of an e-mail address that mail servers accept (RFC 5321 path without its brackets). */
const EMAIL_MAX_LENGTH = 254;

// Pattern of an e-mail address, loose on purpose (S1§5): text, @, text, dot, at least two characters.
const EMAIL_PATTERN = /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/;

// Characters that an e-mail address must not contain: control characters, invisible characters and lone surrogates;
// also brackets and quotes, because with them a mail server would read another address.
const FORBIDDEN_EMAIL_CHARACTER = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}<>"\\]/u;

/**
 * Validates an e-mail address as typed. Returns the address trimmed, composed (NFC) and lower-cased, which is the form
 * in which addresses are stored and compared.
 */
export const validateEmail = (input: string): Result<string, 'ErrorEmailEmpty' | 'ErrorEmailInvalid'> => {
  const email = input.trim().normalize('NFC').toLowerCase();
  if (email === '') return err('ErrorEmailEmpty');
  if (email.length > EMAIL_MAX_LENGTH || !EMAIL_PATTERN.test(email) || FORBIDDEN_EMAIL_CHARACTER.test(email))
    return err('ErrorEmailInvalid');
  return ok(email);
};

/**
 * Validates a new e-mail address as typed. The error is `ErrorEmailIdentical` for the user's present address, also when
 * it is written in another way (A03).
 */
export const validateNewEmail = (
  input: string,
  currentEmail: string | null,
): Result<string, 'ErrorEmailEmpty' | 'ErrorEmailInvalid' | 'ErrorEmailIdentical'> => {
  const emailResult = validateEmail(input);
  return emailResult.ok && emailResult.value === currentEmail ? err('ErrorEmailIdentical') : emailResult;
};

/** Validates the password of a sign-in: not empty. The password is never trimmed, because spaces belong to it. */
export const validatePassword = (input: string): Result<string, 'ErrorPasswordInvalid'> =>
  input === '' ? err('ErrorPasswordInvalid') : ok(input);

/**
 * Validates a password to be set: at least eight characters, as people count them. The password is never
 * trimmed.
 */
export const validateNewPassword = (input: string): Result<string, 'ErrorPasswordInvalid'> =>
  textLength(input) < PASSWORD_MIN_LENGTH ? err('ErrorPasswordInvalid') : ok(input);

/**
 * Validates a new display name after cleaning (U06). The error is `ErrorNameIdentical` for the user's present name
 * (S1§5).
 */
export const validateNewName = (
  input: string,
  currentName: string | null,
): Result<string, 'empty' | 'tooLong' | 'ErrorNameIdentical'> => {
  const name = cleanName(input);
  if (name === '') return err('empty');
  if (textLength(name) > NAME_MAX_LENGTH) return err('tooLong');
  return name === currentName ? err('ErrorNameIdentical') : ok(name);
};
