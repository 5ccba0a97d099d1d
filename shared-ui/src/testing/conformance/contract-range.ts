const numbersOf = (version: string): readonly number[] => version.split('.').map(Number);

const isAtLeast = (version: readonly number[], least: readonly number[]): boolean => {
  for (const [index, wanted] of least.entries()) {
    const given = version[index] ?? 0;
    if (given !== wanted) return given > wanted;
  }
  return true;
};

/** Whether a version lies in a caret range `^1.2.0`: the same major, at least as new. Other ranges are not ours. */
export const isInCaretRange = (version: string, range: string): boolean => {
  if (!/^\^\d+\.\d+\.\d+$/.test(range)) return false;
  const [given, least] = [numbersOf(version), numbersOf(range.slice(1))];
  return given[0] === least[0] && isAtLeast(given, least);
};
