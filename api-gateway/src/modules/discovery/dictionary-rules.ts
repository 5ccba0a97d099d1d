import type { Tag, VatType } from '@mahlzeit/contract';

/** A rate and the day on which it begins. */
export interface VatRate {
  readonly validFrom: string;
  readonly vatType: VatType;
}

const MAX_TAGS = 100;

// DESIGN §13.20: no cuisines but diets, which filters ask for.
const DIET_TAG_NAMES: ReadonlySet<string> = new Set(['vegan', 'vegetarian', 'halal', 'kosher']);

/** S1§7: so many tags by popularity, counted after the diets have been taken out. */
export const choosableTags = (tags: readonly Tag[]): Tag[] =>
  tags.filter(({ name }) => !DIET_TAG_NAMES.has(name)).sort((a, b) => b.popularity - a.popularity).slice(0, MAX_TAGS);

/** The rates of a day: of each kind the last that has begun. */
export const vatTypesOn = (rates: readonly VatRate[], day: string): VatType[] => {
  const begun = rates.filter(({ validFrom }) => validFrom <= day).sort((a, b) => (a.validFrom < b.validFrom ? -1 : 1));
  return [...new Map(begun.map(({ vatType }) => [vatType.key, vatType])).values()];
};
