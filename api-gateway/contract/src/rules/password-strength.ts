/**
 * Number of characters of a password that the rating examines. The rating of a long text takes long, and a text of this
 * length is either strong or repeats itself.
 */
export const EXAMINED_PASSWORD_LENGTH = 40;

/**
 * Maximum number of ways in which signs are read as letters, `3` as `e` („leet“), when a password is rated. With more
 * ways, the rating of some texts takes half a second.
 */
export const MAX_LEET_READINGS = 10;

/** Rating how hard a password is to guess. The gateway refuses a new password that is `guessable`. */
export type PasswordRating = 'guessable' | 'weak' | 'fair' | 'strong';

// Number of guesses below which a password counts as guessable. The limits of logins allow about a thousand guesses at
// one account within a day, from any number of computers.
const GUESSABLE_BELOW = 1e3;
const WEAK_BELOW = 1e6;
const FAIR_BELOW = 1e10;

/** Rates a password by the number of guesses that an attacker with lists of words and passwords needs. */
export const ratePassword = (guesses: number): PasswordRating => {
  if (guesses < GUESSABLE_BELOW) return 'guessable';
  if (guesses < WEAK_BELOW) return 'weak';
  return guesses < FAIR_BELOW ? 'fair' : 'strong';
};

// Words that attackers try first at this product. None of them alone is accepted as a password.
const PRODUCT_WORDS = ['mahlzeit', 'mittagessen', 'mittagstisch', 'restaurant', 'speisekarte', 'lieblingsessen'];

const wordsOfEmail = (email: string): string[] =>
  [email, ...email.split('@'), ...email.split(/[^\p{L}\p{N}]+/u)].filter((word) => word.length > 2);

/**
 * Returns the words that a user must not use as a password: words of the product, and parts of the user's e-mail
 * address.
 */
export const forbiddenWordsOf = (email: string | null): string[] => [
  ...new Set([...PRODUCT_WORDS, ...(email === null ? [] : wordsOfEmail(email))]),
];
