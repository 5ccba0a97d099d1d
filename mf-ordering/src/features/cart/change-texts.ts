import { formatPrice } from '@mahlzeit/shared-ui/platform';
import { text } from '../../ordering-texts';
import type { CartChange } from './cart';

type MealPriceChange = Extract<CartChange, { readonly from: number }>;
type Kind = CartChange['kind'];

const pricesOf = ({ name, from, to }: MealPriceChange): string => text('NameWithPrices', { name, price: formatPrice(to), before: formatPrice(from) });

const ofKind = <K extends Kind>(changes: readonly CartChange[], kind: K): readonly Extract<CartChange, { readonly kind: K }>[] =>
  changes.filter((change): change is Extract<CartChange, { readonly kind: K }> => change.kind === kind);

const sentence = (names: readonly string[], say: (values: { readonly count: number; readonly names: string }) => string): readonly string[] =>
  names.length === 0 ? [] : [say({ count: names.length, names: names.join(', ') })];

const nameOf = ({ name }: { readonly name: string }): string => name;
const quoted = ({ name }: { readonly name: string }): string => text('Quoted', { name });
const priced = (changes: readonly CartChange[], kind: MealPriceChange['kind']): readonly string[] =>
  changes.flatMap((change) => ('from' in change && change.kind === kind ? [pricesOf(change)] : []));

/** What changed of a cart, one sentence for each kind of change (C05). */
export const changeSentences = (changes: readonly CartChange[]): readonly string[] => [
  ...sentence(ofKind(changes, 'mealGone').map(nameOf), ({ count, names }) => text('CartChangeMealsGone', { count, names })),
  ...sentence(priced(changes, 'mealPrice'), ({ count, names }) => text('CartChangeMealsPriceChanged', { count, names })),
  ...sentence(priced(changes, 'mealDiscountGone'), ({ count, names }) => text('DiscountMealChangeGone', { count, names })),
  ...sentence(priced(changes, 'mealDiscountValue'), ({ count, names }) => text('DiscountMealChangeValue', { count, names })),
  ...sentence(priced(changes, 'mealDiscountAdded'), ({ count, names }) => text('DiscountMealChangeAdded', { count, names })),
  ...sentence(ofKind(changes, 'voucherGone').map(quoted), ({ count, names }) => text('DiscountChangeGone', { count, names })),
  ...sentence(ofKind(changes, 'voucherValue').map(quoted), ({ count, names }) => text('DiscountChangeValue', { count, names })),
  ...sentence(ofKind(changes, 'voucherExcluded').map(quoted), ({ names }) => text('VoucherExcluded', { names })),
  ...(ofKind(changes, 'meetupGone').length === 0 ? [] : [text('CartChangeMeetupGone')]),
];
