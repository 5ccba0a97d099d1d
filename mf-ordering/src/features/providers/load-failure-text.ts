import { errorText } from '@mahlzeit/shared-ui/platform';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { useEffect, useState } from 'react';
import type { FailedAction, FailureText } from './failure-texts';

const load = () => import('./failure-texts');

/**
 * Returns the text of a failure. The many texts load when something fails; without a connection a general text stands
 * in.
 */
export const loadFailureText = async (failure: ApiError, failedAction?: FailedAction): Promise<FailureText> => {
  try {
    return (await load()).failureTextOf(failure, failedAction);
  } catch {
    return { text: errorText(failure), code: null, isNothingCharged: false, isRefused: false };
  }
};

/** Returns the same in a component; null until the texts are loaded. */
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
