import { useEffect } from 'react';
import { useShell } from './shell-context';

/** Tells the shell once that the main screen shows its content, or why there is none: what stood in for it until then goes. */
export const useMainStands = (hasSettled: boolean): void => {
  const { mainStands } = useShell();
  useEffect(() => {
    if (hasSettled) mainStands();
  }, [mainStands, hasSettled]);
};
