import { paymentOptionFacts } from '@mahlzeit/contract';
import type { Ms, OrderForm } from '@mahlzeit/contract';
import type { Cart } from './cart';
import { cartHint, cartTotal, isOrderTakenAway, voucherValueInCart } from './cart-rules';
import type { CartRestaurantFacts } from './cart-rules';

/** Data that an order needs besides its cart: the restaurant as its page shows it, and the server's time. */
export interface OrderingFacts {
  readonly restaurant: CartRestaurantFacts;
  readonly now: Ms;
}

/**
 * Builds the request body for the order of a cart; null when the cart can't be ordered. The payment later adds
 * `browserInfo`.
 */
export const orderFormOf = (cart: Cart, { restaurant, now }: OrderingFacts): OrderForm | null => {
  const isTakeAway = isOrderTakenAway(cart, restaurant);
  if (cart.paymentOption === null || cart.meetUpDate === null || isTakeAway === undefined) return null;
  if (cart.lines.length === 0 || cartHint(cart, restaurant, now) !== null) return null;
  return {
    restaurantId: restaurant.key,
    paymentOption: cart.paymentOption,
    debitedCardId: paymentOptionFacts(cart.paymentOption).needsCard ? cart.debitedCardId : null,
    meetUp: cart.meetUp,
    meetUpDate: cart.meetUpDate,
    isTakeAway,
    items: cart.lines.map(({ mealKey, amount, price, discount, comments }) => ({
      mealKey,
      amount,
      price,
      discount: discount === null ? null : { id: discount.id, value: discount.value },
      comments,
    })),
    discount: cart.voucher === null ? null : { id: cart.voucher.key, value: voucherValueInCart(cart, cart.voucher) },
    totalPrice: cartTotal(cart),
  };
};
