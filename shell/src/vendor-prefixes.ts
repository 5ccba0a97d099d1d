/**
 * Replaces the table of vendor prefixes of the package stylis. styled-components uses the table only with
 * `enableVendorPrefixes`, which the product never sets.
 */
export const prefix = (declaration: string): string => declaration;
