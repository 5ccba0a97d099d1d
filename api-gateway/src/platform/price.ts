import type { Cents } from '@mahlzeit/contract';

const euroFormat = new Intl.NumberFormat('de-DE', { style: 'currency', currency: 'EUR' });

/** Formats an amount in cents for people, like `8,90 €`. */
export const formatPrice = (cents: Cents): string => euroFormat.format(cents / 100);
