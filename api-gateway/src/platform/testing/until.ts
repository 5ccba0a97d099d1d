/** Waits until a condition is true. If it never becomes true, the test fails by its timeout. */
export const waitUntil = async (isFulfilled: () => Promise<boolean> | boolean): Promise<void> => {
  while (!(await isFulfilled())) await new Promise(setImmediate);
};
