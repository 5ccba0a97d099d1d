import { EXAMINED_PASSWORD_LENGTH, MAX_LEET_READINGS } from '@mahlzeit/contract/rules';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import frequentTerms from '@zxcvbn-ts/language-de/src/commonWords.json';
import firstnames from '@zxcvbn-ts/language-de/src/firstnames.json';
import lastnames from '@zxcvbn-ts/language-de/src/lastnames.json';

// The gateway uses the same word lists (api-gateway/src/guesses-thread.ts). The package's list of all words of
// Wikipedia is left out, because it is larger than the other lists together.
const estimator = new ZxcvbnFactory({
  dictionary: { ...dictionary, frequentTerms, firstnames, lastnames },
  graphs: adjacencyGraphs,
  maxLength: EXAMINED_PASSWORD_LENGTH,
  l33tMaxSubstitutions: MAX_LEET_READINGS,
});

const leakedPasswords = new Set(dictionary['passwords-common']);

/**
 * Estimates the number of guesses that an attacker needs for a password. The estimate assumes that the attacker first
 * tries leaked passwords and `ownTerms`, the terms about the owner.
 */
export const estimateGuesses = (password: string, ownTerms: readonly string[]): number =>
  leakedPasswords.has(password.toLowerCase()) ? 1 : estimator.check(password, [...ownTerms]).guesses;
