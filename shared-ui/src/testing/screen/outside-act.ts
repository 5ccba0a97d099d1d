import { getConfig } from '@testing-library/react';

/** Runs what waits for React by itself: inside of `act` React would wait for it in turn. */
export const outsideAct = <T>(work: () => Promise<T>): Promise<T> => {
  const { asyncWrapper } = getConfig();
  return asyncWrapper(work);
};
