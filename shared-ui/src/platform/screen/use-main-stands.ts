import { useEffect } from 'react';
import { useShell } from './shell-context';

/** Tells the shell once that the main screen shows its content, or why there is none: the prerendered view is dismissed. */
export const useMainReady = (hasSettled: boolean): void => {
  const { mainReady } = useShell();
  useEffect(() => {
    if (hasSettled) mainReady();
  }, [mainReady, hasSettled]);
};
