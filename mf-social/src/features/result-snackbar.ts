import type { Result } from '@mahlzeit/contract';
import { errorText } from '@mahlzeit/shared-ui/platform';
import type { ApiError, ShellApi } from '@mahlzeit/shared-ui/platform';

/** The texts that tell how something went. */
interface OutcomeTexts {
  readonly success: string;
  readonly failure: string;
  /** Where a list may have no room left. */
  readonly full?: string;
  /** Where a block stands between. */
  readonly refused?: string;
}

/**
 * Another try fails again where somebody was slowed down, a list is full or a block stands between: they are told so.
 */
const failureText = (error: ApiError, { failure, full = failure, refused = failure }: OutcomeTexts): string => {
  switch (error.code) {
    case 'ErrorTooManyAttempts':
      return errorText(error);
    case 'listFull':
      return full;
    case 'uninvitable':
      return refused;
    default:
      return failure;
  }
};

/** Tells how something went, and answers whether it went well. */
export const showOutcome = <Value>(
  { snackbar }: Pick<ShellApi, 'snackbar'>,
  answer: Result<Value, ApiError>,
  texts: OutcomeTexts,
): boolean => {
  snackbar(
    answer.ok ? { tone: 'success', text: texts.success } : { tone: 'error', text: failureText(answer.error, texts) },
  );
  return answer.ok;
};
