import { EXAMINED_PASSWORD_LENGTH, MAX_LEET_READINGS } from '@mahlzeit/contract/rules';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import frequentTerms from '@zxcvbn-ts/language-de/src/commonWords.json';
import firstnames from '@zxcvbn-ts/language-de/src/firstnames.json';
import lastnames from '@zxcvbn-ts/language-de/src/lastnames.json';

// The gateway uses the same lists (api-gateway/src/guesses-thread.ts). The package has a list of all words of Wikipedia
// as well, which is larger than the others together.
const estimator = new ZxcvbnFactory({
  dictionary: { ...dictionary, frequentTerms, firstnames, lastnames },
  graphs: adjacencyGraphs,
  maxLength: EXAMINED_PASSWORD_LENGTH,
  l33tMaxSubstitutions: MAX_LEET_READINGS,
});

/** Estimates the number of guesses that an attacker needs for a password. `ownTerms` are parts of the owner's address. */
export const estimateGuesses = (password: string, ownTerms: readonly string[]): number =>
  estimator.check(password, [...ownTerms]).guesses;
