import { EXAMINED_PASSWORD_LENGTH, MAX_LEET_READINGS } from '@mahlzeit/contract/rules';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as commonDictionary } from '@zxcvbn-ts/language-common';
import { dictionary as germanDictionary } from '@zxcvbn-ts/language-de';
import * as z from 'zod/mini';

const { commonWords, firstnames, lastnames } = germanDictionary;

// Estimates the number of guesses. The browser shows the strength of a password by the same lists
// (mf-account/src/features/password-strength).
const estimator = new ZxcvbnFactory({
  dictionary: { ...commonDictionary, commonWords, firstnames, lastnames },
  graphs: adjacencyGraphs,
  maxLength: EXAMINED_PASSWORD_LENGTH,
  l33tMaxSubstitutions: MAX_LEET_READINGS,
});

// The fifty thousand passwords that have leaked most often. The estimator alone would accept most of them.
const leakedPasswords = new Set(commonDictionary['passwords-common']);

/** A password, and the words that its owner must not use. */
export const GuessesJob = z.object({ password: z.string(), ownWords: z.array(z.string()) });
export type GuessesJob = z.infer<typeof GuessesJob>;

/** Program of a worker thread: estimates the number of guesses that an attacker needs for a password. */
export const estimateGuesses = (job: unknown): number => {
  const { password, ownWords } = GuessesJob.parse(job);
  return leakedPasswords.has(password.toLowerCase()) ? 1 : estimator.check(password, ownWords).guesses;
};
