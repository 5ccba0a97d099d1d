/** Waits until a condition is true. If it never becomes true, the test fails by its timeout. */
export const until = async (isSo: () => Promise<boolean> | boolean): Promise<void> => {
  while (!(await isSo())) await new Promise(setImmediate);
};
