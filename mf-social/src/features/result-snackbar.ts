import type { Result } from '@mahlzeit/contract';
import { errorText, unreachedTextOr } from '@mahlzeit/shared-ui/platform';
import type { ApiError, ShellApi, SnackbarMessage } from '@mahlzeit/shared-ui/platform';

/** Texts that a snackbar shows for the possible results of a request. */
interface ResultTexts {
  readonly success: string;
  /** Button beside the text of a success, for example to undo it. */
  readonly successAction?: SnackbarMessage['action'];
  readonly failure: string;
  /** Text for the error `listFull`. By default it is the text `failure`. */
  readonly listFullText?: string;
  /**
   * Text for the error `uninvitable`: the user blocks the other person, or this person blocks the user. By default it
   * is the text `failure`.
   */
  readonly refusedText?: string;
  /**
   * Text after the user has reached the maximum number of such requests per day. The default is the text for all rate
   * limits, which suggests to wait a moment.
   */
  readonly tooManyText?: string;
}

/**
 * Returns the text for an error. Another attempt doesn't help after a rate limit, a full list or a block, so these
 * errors have their own texts.
 */
const failureText = (
  error: ApiError,
  { failure, listFullText = failure, refusedText = failure, tooManyText = errorText(error) }: ResultTexts,
): string => {
  switch (error.code) {
    case 'ErrorTooManyAttempts':
      return tooManyText;
    case 'listFull':
      return listFullText;
    case 'uninvitable':
      return refusedText;
    default:
      return unreachedTextOr(error, failure);
  }
};

/** Shows the result of a request in a snackbar. Returns whether the request succeeded. */
export const showResultSnackbar = <Value>(
  { snackbar }: Pick<ShellApi, 'snackbar'>,
  callAnswer: Result<Value, ApiError>,
  resultTexts: ResultTexts,
): boolean => {
  snackbar(
    callAnswer.ok
      ? { tone: 'success', text: resultTexts.success, action: resultTexts.successAction }
      : { tone: 'error', text: failureText(callAnswer.error, resultTexts) },
  );
  return callAnswer.ok;
};
