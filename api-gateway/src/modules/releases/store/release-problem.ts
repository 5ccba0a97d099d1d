import type { ReleaseProblem } from '@mahlzeit/contract';
import texts from '../../../../locales/de.json';
import { fillText } from '../../../platform';

type TextKey = keyof typeof texts;
type ProblemCode = Extract<TextKey, `releaseProblem_${string}`> extends `releaseProblem_${infer Code}` ? Code : never;

/** Values that fill the placeholders in the texts of a problem. */
type ProblemValues = Readonly<Record<string, string | number>>;

/** Returns a problem of a release with its German texts: what is wrong, and what the team can do about it. */
export const releaseProblem = (code: ProblemCode, values: ProblemValues = {}): ReleaseProblem => ({
  code,
  message: fillText(texts[`releaseProblem_${code}`], values),
  remedy: fillText(texts[`releaseRemedy_${code}`], values),
});
