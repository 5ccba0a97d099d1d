/** A text that the catalogue lacks. */
export interface MissingText {
  readonly namespace: string;
  /** The key, or the key and the value that its text asks for. */
  readonly key: string;
}

type Report = (missing: MissingText) => void;

/** Stands where a text is missing: says nothing wrong and shows no key. */
const NEUTRAL_WORD = 'Hinweis';

const refuse: Report = ({ namespace, key }) => {
  throw new Error(`No text for "${key}" in "${namespace}"`);
};

let report = refuse;

/** Decides what a missing text leads to: thrown in tests (null), told to `listener` where people are looking. */
export const onMissingText = (listener: Report | null): void => {
  report = listener ?? refuse;
};

/** Reports a missing text and answers the word that is shown instead. */
export const wordForMissing = (missing: MissingText): string => {
  report(missing);
  return NEUTRAL_WORD;
};
