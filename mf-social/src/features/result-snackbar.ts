import type { Result } from '@mahlzeit/contract';
import { errorText } from '@mahlzeit/shared-ui/platform';
import type { ApiError, ShellApi } from '@mahlzeit/shared-ui/platform';

/** Texts for the results of a request. */
interface ResultTexts {
  readonly success: string;
  readonly failure: string;
  /** Text for the error `listFull`. */
  readonly full?: string;
  /** Text for the error `uninvitable`: a block stands between the two. */
  readonly refusedText?: string;
}

/**
 * Returns the text of an error. A retry doesn't help against a rate limit, a full list or a block, so these have texts
 * of their own.
 */
const failureText = (error: ApiError, { failure, full = failure, refusedText = failure }: ResultTexts): string => {
  switch (error.code) {
    case 'ErrorTooManyAttempts':
      return errorText(error);
    case 'listFull':
      return full;
    case 'uninvitable':
      return refusedText;
    default:
      return failure;
  }
};

/** Shows the result of a request in a snackbar. Returns whether the request succeeded. */
export const showResult = <Value>(
  { snackbar }: Pick<ShellApi, 'snackbar'>,
  answer: Result<Value, ApiError>,
  texts: ResultTexts,
): boolean => {
  snackbar(
    answer.ok ? { tone: 'success', text: texts.success } : { tone: 'error', text: failureText(answer.error, texts) },
  );
  return answer.ok;
};
