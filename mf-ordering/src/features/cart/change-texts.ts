import { formatPrice } from '@mahlzeit/shared-ui/platform';
import { text } from '../../ordering-texts';
import type { CartChange } from './cart';

/** Returns the name of what has changed: a dish with its old and new price, a removed dish, or a voucher. */
const changedNameOf = (change: CartChange): string => {
  if ('from' in change)
    return text('NameWithPrices', {
      name: change.name,
      price: formatPrice(change.to),
      before: formatPrice(change.from),
    });
  if (change.kind === 'meetupGone') return '';
  return change.kind === 'mealGone' ? change.name : text('Quoted', { name: change.name });
};

/** Text keys of the sentences for each kind of change, in the order of the alert. */
const textKeyByChangeKind = [
  ['mealGone', 'CartChangeMealsGone'],
  ['mealPrice', 'CartChangeMealsPriceChanged'],
  ['mealDiscountGone', 'DiscountMealChangeGone'],
  ['mealDiscountValue', 'DiscountMealChangeValue'],
  ['mealDiscountAdded', 'DiscountMealChangeAdded'],
  ['voucherGone', 'DiscountChangeGone'],
  ['voucherValue', 'DiscountChangeValue'],
  ['voucherExcluded', 'VoucherExcluded'],
  ['meetupGone', 'CartChangeMeetupGone'],
] as const satisfies readonly (readonly [CartChange['kind'], string])[];

/** Returns one sentence for each kind of change of a cart (C05). */
export const changeSentences = (changes: readonly CartChange[]): readonly string[] =>
  textKeyByChangeKind.flatMap(([kind, key]) => {
    const names = changes.filter((change) => change.kind === kind).map(changedNameOf);
    return names.length === 0 ? [] : [text(key, { count: names.length, names: names.join(', ') })];
  });
