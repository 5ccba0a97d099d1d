const countFormat = new Intl.NumberFormat('de-DE');

/** Formats a count for the operator in German notation, for example 300.000. */
export const formatCount = (count: number): string => countFormat.format(count);
