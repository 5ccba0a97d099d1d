/**
 * Number of characters of a password that are examined. An estimate of a long text takes long, and so many characters
 * are strong or repeat themselves.
 */
export const EXAMINED_PASSWORD_LENGTH = 40;

/** Number of ways in which signs are read as letters, `3` as `e`. With more, some texts take half a second. */
export const MAX_LEET_READINGS = 10;

/** How hard a password is to guess. The gateway refuses a new one that is `guessable`. */
export type PasswordRating = 'guessable' | 'weak' | 'fair' | 'strong';

// The limits of logins allow about a thousand guesses at one account within a day, from any number of computers.
const GUESSABLE_BELOW = 1e3;
const WEAK_BELOW = 1e6;
const FAIR_BELOW = 1e10;

/** Rates a password by the number of guesses that an attacker with lists of words and passwords needs. */
export const ratePassword = (guesses: number): PasswordRating => {
  if (guesses < GUESSABLE_BELOW) return 'guessable';
  if (guesses < WEAK_BELOW) return 'weak';
  return guesses < FAIR_BELOW ? 'fair' : 'strong';
};

/** Returns the parts of an e-mail address that its owner must not use as a password. */
export const wordsOfEmail = (email: string): string[] => [
  ...new Set([email, ...email.split(/[^\p{L}\p{N}]+/u)].filter((word) => word.length > 2)),
];
