import { NAME_MAX_LENGTH } from '../limits';
import { cleanName } from '../typed-text';
import { err, ok } from '../values';
import type { Result } from '../values';

/** Fewest characters of a new password (S1§9). */
const PASSWORD_MIN_LENGTH = 8;

/** Longest address that a mail server takes (RFC 5321 path less its brackets). */
const EMAIL_MAX_LENGTH = 254;

// S1§5: loose on purpose – text, @, text, dot, at least two characters.
const EMAIL_PATTERN = /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/;

// Control characters, invisible ones and halves of signs; brackets and quotes, around which a mail server reads another
// address.
const NEVER_IN_EMAIL = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}<>"\\]/u;

/**
 * Validates an e-mail as typed; the value is trimmed, composed and lower-cased, the form in which it is stored and
 * compared.
 */
export const validateEmail = (typed: string): Result<string, 'ErrorEmailEmpty' | 'ErrorEmailInvalid'> => {
  const email = typed.trim().normalize('NFC').toLowerCase();
  if (email === '') return err('ErrorEmailEmpty');
  if (email.length > EMAIL_MAX_LENGTH || !EMAIL_PATTERN.test(email) || NEVER_IN_EMAIL.test(email))
    return err('ErrorEmailInvalid');
  return ok(email);
};

/** Validates a new e-mail as typed; the one that is there already is no change, however it is written (A03). */
export const validateNewEmail = (
  typed: string,
  current: string | null,
): Result<string, 'ErrorEmailEmpty' | 'ErrorEmailInvalid' | 'ErrorEmailIdentical'> => {
  const email = validateEmail(typed);
  return email.ok && email.value === current ? err('ErrorEmailIdentical') : email;
};

/** Validates the password of a sign-in: anything but nothing; never trimmed (spaces belong to it). */
export const validatePassword = (typed: string): Result<string, 'ErrorPasswordInvalid'> =>
  typed === '' ? err('ErrorPasswordInvalid') : ok(typed);

/** Validates a password to be set: at least eight characters as people count them, never trimmed. */
export const validateNewPassword = (typed: string): Result<string, 'ErrorPasswordInvalid'> =>
  [...typed].length < PASSWORD_MIN_LENGTH ? err('ErrorPasswordInvalid') : ok(typed);

/** Validates a new display name after it was cleaned (U06); the one that is there already is no change (S1§5). */
export const validateNewName = (
  typed: string,
  current: string | null,
): Result<string, 'empty' | 'tooLong' | 'ErrorNameIdentical'> => {
  const name = cleanName(typed);
  if (name === '') return err('empty');
  if ([...name].length > NAME_MAX_LENGTH) return err('tooLong');
  return name === current ? err('ErrorNameIdentical') : ok(name);
};
