import type { Result } from '@mahlzeit/contract';
import { errorText, unreachedTextOr } from '@mahlzeit/shared-ui/platform';
import type { ApiError, ShellApi, SnackbarMessage } from '@mahlzeit/shared-ui/platform';

/** Texts that the snackbar shows for the results of a request. */
interface ResultTexts {
  readonly success: string;
  /** Button beside the text of a success, for example to undo it. */
  readonly successAction?: SnackbarMessage['action'];
  readonly failure: string;
  /** Text for the error `listFull`; `failure` by default. */
  readonly listFullText?: string;
  /**
   * Text for the error `uninvitable`: the user blocks the other person, or this person blocks the user. `failure` by
   * default.
   */
  readonly refusedText?: string;
  /** Text for a rate limit of a day. The default is the text of all rate limits, which suggests to wait a moment. */
  readonly tooManyText?: string;
}

/**
 * Returns the text for an error. A retry doesn't help after a rate limit, a full list or a block, so these errors have
 * their own texts.
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
