/**
 * Takes the place of stylis's table of prefixes: styled-components asks for it only where `enableVendorPrefixes` is
 * set, which nobody here does.
 */
export const prefix = (declaration: string): string => declaration;
