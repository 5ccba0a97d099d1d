import { errorText } from '@mahlzeit/shared-ui/platform';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { useEffect, useState } from 'react';
import type { FailedAction, FailureText } from './failure-texts';

const importFailureTexts = () => import('./failure-texts');

/**
 * Returns the text of a failure. The many texts are loaded only when something fails. When they can't be loaded, a
 * general text is returned.
 */
export const loadFailureText = async (failure: ApiError, failedAction?: FailedAction): Promise<FailureText> => {
  try {
    return (await importFailureTexts()).failureTextOf(failure, failedAction);
  } catch {
    return { text: errorText(failure), code: null, isNothingCharged: false, isRefused: false };
  }
};

/** Returns the text of a failure, in a component; null until the texts are loaded. */
export const useFailureText = (failure: ApiError | null, failedAction?: FailedAction): FailureText | null => {
  const [loadedFailureText, setLoadedText] = useState<{ readonly error: ApiError; readonly text: FailureText } | null>(
    null,
  );
  useEffect(() => {
    if (failure === null) return undefined;
    let isTextWanted = true;
    void loadFailureText(failure, failedAction).then((text) => {
      if (isTextWanted) setLoadedText({ error: failure, text });
    });
    return () => {
      isTextWanted = false;
    };
  }, [failure, failedAction]);
  return loadedFailureText?.error === failure ? loadedFailureText.text : null;
};
