/** The code of a system's or driver's error. Structural, because such errors may come from another realm where `instanceof` fails. */
export const errorCodeOf = (error: unknown): string | null =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : null;
