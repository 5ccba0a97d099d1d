import type { DishDraft, Warn } from './place-record';
import type { CanteenDish } from './canteen-file';
import { claimedDiets } from './canteen-diet-rules';
import { placeOfDishType } from './canteen-dish-types';
import { meaningOfLabel, type LabelMeaning } from './canteen-labels';
import { guestPrice } from './canteen-price-rules';
import { cleanDishName, cleanText } from './feed-text-rules';

/** A dish without what makes it one of a place's day. */
export type Dish = Omit<DishDraft, 'key' | 'date'>;

const meaningsOf = (labels: readonly string[], warn: Warn): LabelMeaning[] =>
  labels.flatMap((label) => {
    const meaning = meaningOfLabel(label);
    if (meaning === null) warn('unknownLabel', label);
    return meaning ?? [];
  });

const distinct = (words: readonly (string | undefined)[]): string[] =>
  [...new Set(words)].filter((word) => word !== undefined).sort((a, b) => a.localeCompare(b, 'de'));

/** Reads one dish of a canteen; `noPrice` and `malformed` say why there is none. */
export const readCanteenDish = (dish: CanteenDish, warn: Warn): Dish | 'noPrice' | 'malformed' => {
  const name = cleanDishName(dish.name);
  if (name === '') return 'malformed';
  const cost = guestPrice(dish.prices?.guests);
  if (cost === null) return 'noPrice';
  const dishType = cleanText(dish.dish_type ?? '');
  const place = placeOfDishType(dishType);
  if (!place.isKnown) warn('unknownDishType', dishType);
  const meanings = meaningsOf(dish.labels ?? [], warn);
  const diets = claimedDiets({ name, isAnimalType: place.isAnimal, meanings });
  const claimsMore = meanings.some((meaning) => meaning.diet !== undefined && !diets.includes(meaning.diet));
  if (claimsMore) warn('contradictedDiet', name);
  return {
    name,
    ...cost,
    mealType: place.mealType,
    vatType: place.mealType === 'Getränke' ? 'DRINK' : 'FOOD',
    order: place.order,
    allergens: distinct(meanings.map((meaning) => meaning.allergen)),
    additives: distinct(meanings.map((meaning) => meaning.additive)),
    diets,
  };
};
