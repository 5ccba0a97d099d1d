import type { RefObject } from 'react';
import { useEffect, useRef } from 'react';

/**
 * Gives an element the focus when it comes. `autoFocus` comes too early for that within a dialog: React-aria counts the dialog as
 * open only afterwards, and a sheet that stands below takes the focus back.
 */
export const useFirstFocus = <T extends HTMLElement>(isWanted = true): RefObject<T | null> => {
  const element = useRef<T>(null);
  const isFirst = useRef(isWanted);
  useEffect(() => {
    if (isFirst.current) element.current?.focus();
  }, []);
  return element;
};
