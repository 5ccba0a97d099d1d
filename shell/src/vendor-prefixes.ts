/**
 * Replaces stylis's table of prefixes: styled-components uses it only with `enableVendorPrefixes`, which nothing here
 * sets.
 */
export const prefix = (declaration: string): string => declaration;
