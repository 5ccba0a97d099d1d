import type { ShellApi } from '@mahlzeit/shared-ui/platform';
import { cartPlaceOf, emptyCart, sharedCart, updateCart } from '../cart';
import type { Cart, CartPlace, OpenPayment } from '../cart';

/**
 * Two payments of a cart: the one that this page processes, and the one that the cart stores. They may differ, because
 * other tabs share the cart: they may cancel the payment, or start another one.
 */
export interface CartPayment {
  /** Returns the payment that this page processes; null when there is none. */
  get(): OpenPayment | null;
  /** Makes this page process a payment. */
  open(payment: OpenPayment): void;
  /** Makes this page stop processing the payment; the cart still stores it. */
  close(): void;
  /** Returns the payment that the cart stores; null when no payment is open. */
  stored(): OpenPayment | null;
  /** Whether the cart still stores the payment that this page processes. */
  isStored(): boolean;
  /** Whether the cart contains dishes to order. */
  isFilled(): boolean;
  /** Whether the owner of the cart is still the user of the page. */
  isOwn(): boolean;
  /**
   * Makes this page process a payment and stores it in the cart, so that the payment isn't lost when the page is
   * closed.
   */
  remember(payment: OpenPayment): void;
  /**
   * Removes the payment from the cart, if the cart stores this payment: the cart is then as it was before the order.
   */
  release(): void;
  /** Empties the cart, if the cart stores this payment. */
  emptyCart(): void;
}

/** Creates the access to the payment of one cart in one page. */
export const createCartPayment = (shell: ShellApi, place: CartPlace): CartPayment => {
  let open: OpenPayment | null = null;

  /**
   * Returns the cart's address for the current day; null when another user uses the page. A06: no user may change
   * another user's cart.
   */
  const here = (): CartPlace | null => {
    const present = cartPlaceOf(shell, place);
    return present?.owner === place.owner ? present : null;
  };
  const isOwn = (): boolean => here() !== null;
  const cart = (): Cart | null => sharedCart(shell, here() ?? place);
  const stored = (): OpenPayment | null => cart()?.payment ?? null;
  const isStored = (): boolean => open !== null && isOwn() && stored()?.requestKey === open.requestKey;
  const change = (how: (cart: Cart) => Cart): void => {
    const present = here();
    if (present !== null) updateCart(shell, present, how);
  };
  const write = (payment: OpenPayment | null): void => change((cart) => ({ ...cart, payment }));

  return {
    get: () => open,
    open(payment) {
      open = payment;
    },
    close() {
      open = null;
    },
    stored,
    isStored,
    isFilled: () => (cart()?.lines.length ?? 0) > 0,
    isOwn,
    remember(payment) {
      open = payment;
      write(payment);
    },
    release() {
      if (isStored()) write(null);
    },
    emptyCart() {
      if (isStored()) change(() => emptyCart(place.routingName));
    },
  };
};
