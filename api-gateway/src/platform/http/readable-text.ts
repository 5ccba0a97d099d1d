/** Whether a text anywhere in there holds NUL, which nobody types and no database but SQLite keeps. */
export const holdsNul = (value: unknown): boolean => {
  if (typeof value === 'string') return value.includes('\u0000');
  // A file's bytes are no text.
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return false;
  return Object.values(value).some(holdsNul);
};

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
