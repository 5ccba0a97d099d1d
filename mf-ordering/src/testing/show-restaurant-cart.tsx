import {
  getCards,
  getDiscounts,
  getPaymentUser,
  getVatTypes,
  globalTopic,
  meTopic,
  restaurantTopic,
} from '@mahlzeit/contract';
import type { Discount, Restaurant } from '@mahlzeit/contract';
import { aDiscount, aDrink, anOffer, aRestaurant, aVatType, fixtureDay } from '@mahlzeit/contract/fixtures';
import type { SlotProps } from '@mahlzeit/shared-ui/platform';
import { answer, fakeShell, renderWithShell } from '@mahlzeit/shared-ui/testing';
import type { ScenarioShellOptions } from '@mahlzeit/shared-ui/testing';
import { act, screen, within } from '@testing-library/react';
import { cartPlaceOf, emptyCart, selectCart, updateCart, withAmount } from '../features/cart';
import type { Cart } from '../features/cart';
import RestaurantCart from '../slots/restaurant-cart';

export const at = (time: string): number => Date.parse(`${fixtureDay}T${time}:00+02:00`);
export const curry = anOffer({ key: 'curry', name: 'Curry', price: 890, allergens: ['A', 'G'] });
export const juice = aDrink({ key: 'saft', name: 'Rhabarberschorle', price: 320, deposit: 15 });
export const gift = aDiscount({
  key: 'geschenk',
  name: { de: 'Geschenk' },
  type: 'giftcard',
  restaurantRef: null,
  value: 300,
});

export interface Shown extends ScenarioShellOptions {
  readonly cart?: (cart: Cart) => Cart;
  readonly place?: Restaurant;
  readonly discounts?: Discount[];
  readonly props?: Partial<SlotProps['restaurant/cart']>;
}

export const withDrink = (cart: Cart): Cart => withAmount(withAmount(cart, curry, 2), juice, 1);

export const showRestaurantCart = ({
  cart = withDrink,
  place = aRestaurant({ offers: [curry, juice] }),
  discounts = [],
  props = {},
  topics,
  answers = [],
  ...options
}: Shown = {}) => {
  const shell = fakeShell({
    session: 'verified',
    answers: [
      ...answers,
      answer(getDiscounts, discounts),
      answer(getVatTypes, [aVatType(), aVatType({ key: 'DRINK', default: 19, takeAway: 19 })]),
      answer(getCards, []),
      answer(getPaymentUser, null),
    ],
    topics: {
      [restaurantTopic('elbkantine')]: { restaurant: [{ ...place, offers: [] }], meals: place.offers },
      [globalTopic]: { discounts },
      [meTopic]: {},
      ...topics,
    },
    ...options,
  });
  const address = cartPlaceOf(shell, { restaurantKey: 'elbkantine', routingName: 'elbkantine' });
  if (address === null) throw new Error('The user of the page is unknown');
  updateCart(shell, address, () => cart(emptyCart('elbkantine')));
  const slot = (over: Shown['props'] = {}) => (
    <RestaurantCart
      restaurantKey="elbkantine"
      routingName="elbkantine"
      restaurant={place}
      layout="bar"
      startsOpen
      part={null}
      showMealType={() => undefined}
      {...props}
      {...over}
    />
  );
  const rendered = renderWithShell(slot(), { shell });
  return {
    ...rendered,
    shell,
    slot,
    cartNow: () => selectCart(shell.store.getState(), address),
    change: (how: (before: Cart) => Cart) => act(() => updateCart(shell, address, how)),
  };
};

export const order = () => screen.findByRole('dialog', { name: 'Deine Bestellung' });
export const button = async () => within(await order()).getByRole('button', { name: 'Zahlungspflichtig bestellen' });
export const ready = (cart: Cart): Cart => ({ ...withDrink(cart), meetUpDate: at('12:30'), isTakeAway: false });
