import { useEffect } from 'react';
import { useShell } from './shell-context';

/** Keeps the page from loading itself anew while something is under way that wouldn't survive it: a payment, a draft. */
export const useReloadHold = (isUnderWay: boolean): void => {
  const { holdReload } = useShell();
  useEffect(() => (isUnderWay ? holdReload() : undefined), [holdReload, isUnderWay]);
};
