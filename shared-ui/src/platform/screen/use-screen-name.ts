import { useEffect } from 'react';
import { useShell } from './shell-context';

/** Names a modal screen more exactly than its key does, „Mensa am Brunnen“; null while the name isn't known. */
export const useScreenName = (name: string | null): void => {
  const { nameScreen } = useShell();
  useEffect(() => (name === null ? undefined : nameScreen(name)), [nameScreen, name]);
};
