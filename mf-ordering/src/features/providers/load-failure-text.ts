import { errorText } from '@mahlzeit/shared-ui/platform';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { useEffect, useState } from 'react';
import type { FailedThing, FailureText } from './failure-texts';

const load = () => import('./failure-texts');

/**
 * The words for a failure. There are many of them and they are seldom needed: they come when something fails. Without a
 * connection to fetch them it says what can be said anyway.
 */
export const loadFailureText = async (failure: ApiError, failed?: FailedThing): Promise<FailureText> => {
  try {
    return (await load()).failureTextOf(failure, failed);
  } catch {
    return { text: errorText(failure), code: null, isNothingCharged: false, isRefused: false };
  }
};

/** The same in a component; null until they are there, which is soon. */
export const useFailureText = (failure: ApiError | null, failed?: FailedThing): FailureText | null => {
  const [known, setKnown] = useState<{ readonly of: ApiError; readonly text: FailureText } | null>(null);
  useEffect(() => {
    if (failure === null) return undefined;
    let isWanted = true;
    void loadFailureText(failure, failed).then((text) => {
      if (isWanted) setKnown({ of: failure, text });
    });
    return () => {
      isWanted = false;
    };
  }, [failure, failed]);
  return known?.of === failure ? known.text : null;
};
