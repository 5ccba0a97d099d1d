import { errorText } from '@mahlzeit/shared-ui/platform';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { useEffect, useState } from 'react';
import type { FailedAction, FailureText } from './failure-texts';

const load = () => import('./failure-texts');

/**
 * Returns the text of a failure. The many texts are loaded only when something fails. When they can't be loaded, a
 * general text is returned.
 */
export const loadFailureText = async (failure: ApiError, failedAction?: FailedAction): Promise<FailureText> => {
  try {
    return (await load()).failureTextOf(failure, failedAction);
  } catch {
    return { text: errorText(failure), code: null, isNothingCharged: false, isRefused: false };
  }
};

/** Returns the text of a failure, in a component; null until the texts are loaded. */
export const useFailureText = (failure: ApiError | null, failedAction?: FailedAction): FailureText | null => {
  const [loadedText, setLoaded] = useState<{ readonly error: ApiError; readonly text: FailureText } | null>(null);
  useEffect(() => {
    if (failure === null) return undefined;
    let isWanted = true;
    void loadFailureText(failure, failedAction).then((text) => {
      if (isWanted) setLoaded({ error: failure, text });
    });
    return () => {
      isWanted = false;
    };
  }, [failure, failedAction]);
  return loadedText?.error === failure ? loadedText.text : null;
};
