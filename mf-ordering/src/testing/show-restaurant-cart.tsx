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

export const instantAt = (time: string): number => Date.parse(`${fixtureDay}T${time}:00+02:00`);
export const curryOffer = anOffer({ key: 'curry', name: 'Curry', price: 890, allergens: ['A', 'G'] });
export const juiceOffer = aDrink({ key: 'saft', name: 'Rhabarberschorle', price: 320, deposit: 15 });
export const giftDiscount = aDiscount({
  key: 'geschenk',
  name: { de: 'Geschenk' },
  type: 'giftcard',
  restaurantRef: null,
  value: 300,
});

export interface RestaurantCartOptions extends ScenarioShellOptions {
  readonly cart?: (cart: Cart) => Cart;
  readonly place?: Restaurant;
  readonly discounts?: Discount[];
  readonly props?: Partial<SlotProps['restaurant/cart']>;
}

export const withCurryAndDrink = (cart: Cart): Cart => withAmount(withAmount(cart, curryOffer, 2), juiceOffer, 1);

export const showRestaurantCart = ({
  cart = withCurryAndDrink,
  place = aRestaurant({ offers: [curryOffer, juiceOffer] }),
  discounts = [],
  props = {},
  topics,
  answers = [],
  ...options
}: RestaurantCartOptions = {}) => {
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
  const cartAddress = cartPlaceOf(shell, { restaurantKey: 'elbkantine', routingName: 'elbkantine' });
  if (cartAddress === null) throw new Error('The user of the page is unknown');
  updateCart(shell, cartAddress, () => cart(emptyCart('elbkantine')));
  const renderCartSlot = (propOverrides: RestaurantCartOptions['props'] = {}) => (
    <RestaurantCart
      restaurantKey="elbkantine"
      routingName="elbkantine"
      restaurant={place}
      layout="bar"
      startsOpen
      part={null}
      showMealType={() => undefined}
      {...props}
      {...propOverrides}
    />
  );
  const renderedCart = renderWithShell(renderCartSlot(), { shell });
  return {
    ...renderedCart,
    shell,
    place: cartAddress,
    slot: renderCartSlot,
    cartNow: () => selectCart(shell.store.getState(), cartAddress),
    change: (changeCart: (previousCart: Cart) => Cart) => act(() => updateCart(shell, cartAddress, changeCart)),
  };
};

export const findOrderDialog = () => screen.findByRole('dialog', { name: 'Deine Bestellung' });
export const findOrderButton = async () =>
  within(await findOrderDialog()).getByRole('button', { name: 'Zahlungspflichtig bestellen' });
export const withOrderDetails = (cart: Cart): Cart => ({
  ...withCurryAndDrink(cart),
  meetUpDate: instantAt('12:30'),
  isTakeAway: false,
});
