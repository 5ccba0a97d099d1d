/** Whether a text anywhere in there holds NUL, which nobody types and no database but SQLite keeps. */
export const holdsNul = (value: unknown): boolean => {
  if (typeof value === 'string') return value.includes('\u0000');
  // A file's bytes are no text.
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return false;
  return Object.values(value).some(holdsNul);
};

// Nothing that the contract knows is nested deeper than ten.
const DEEPEST = 50;

/** Whether a value is nested no deeper than anybody means it: whoever walks through 20,000 levels falls. */
export const isShallow = (value: unknown, depth = 0): boolean =>
  typeof value !== 'object' || value === null || (depth < DEEPEST && Object.values(value).every((part) => isShallow(part, depth + 1)));

/** Whether what is escaped in an address is UTF-8: express leaves a broken query as it finds it. */
export const isDecodable = (address: string): boolean => {
  try {
    decodeURIComponent(address);
    return true;
  } catch {
    // What decodeURIComponent throws at half an escape or broken UTF-8 is the answer.
    return false;
  }
};
