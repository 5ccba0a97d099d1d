/** Waits until a condition holds; a test that waits for ever ends by its timeout. */
export const until = async (isSo: () => Promise<boolean> | boolean): Promise<void> => {
  while (!(await isSo())) await new Promise(setImmediate);
};
