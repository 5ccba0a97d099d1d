import { formatPrice } from '@mahlzeit/shared-ui/platform';
import { text } from '../../ordering-texts';
import type { CartChange } from './cart';

/** Returns the name of a changed thing in the cart: a dish with its old and new price, a removed dish, or a voucher. */
const changedNameOf = (cartChange: CartChange): string => {
  if ('from' in cartChange)
    return text('NameWithPrices', {
      name: cartChange.name,
      price: formatPrice(cartChange.to),
      before: formatPrice(cartChange.from),
    });
  if (cartChange.kind === 'meetupGone') return '';
  return cartChange.kind === 'mealGone' ? cartChange.name : text('Quoted', { name: cartChange.name });
};

/** Text keys of the sentences for each kind of change of a cart, in the order in which the message shows them. */
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
export const sentencesOfCartChanges = (changes: readonly CartChange[]): readonly string[] =>
  textKeyByChangeKind.flatMap(([changeKind, key]) => {
    const changedNames = changes.filter((change) => change.kind === changeKind).map(changedNameOf);
    return changedNames.length === 0 ? [] : [text(key, { count: changedNames.length, names: changedNames.join(', ') })];
  });
