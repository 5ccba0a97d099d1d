import type { ShellApi } from '@mahlzeit/shared-ui/platform';
import { cartPlaceOf, emptyCart, sharedCart, updateCart } from '../cart';
import type { Cart, CartPlace, OpenPayment } from '../cart';

/**
 * Payment that this page works on, and the payment that the cart holds. Other tabs share the cart: they may give the
 * payment up, or begin another one.
 */
export interface CartPayment {
  /** Returns the payment that this page works on; null: none. */
  get(): OpenPayment | null;
  /** Makes this page work on a payment. */
  open(payment: OpenPayment): void;
  /** Ends this page's work on the payment; the cart keeps it. */
  close(): void;
  /** Returns the payment that the cart holds; null: no payment is open. */
  stored(): OpenPayment | null;
  /** Whether the cart still holds the payment that this page works on. */
  isStored(): boolean;
  /** Whether the cart holds anything to order. */
  isFilled(): boolean;
  /** Whether the cart's diner still uses the page. */
  isOwn(): boolean;
  /** Opens the payment and writes it into the cart, so that it can be found again whatever happens to this page. */
  remember(payment: OpenPayment): void;
  /** Restores the cart as it was before the order, where it holds this payment. */
  release(): void;
  /** Empties the cart, where it holds this payment. */
  emptyCart(): void;
}

/** Creates the payment of one cart in one page. */
export const createCartPayment = (shell: ShellApi, place: CartPlace): CartPayment => {
  let open: OpenPayment | null = null;

  /**
   * Returns the cart's address today; null where another user uses the page. A06: nobody writes into another user's
   * cart.
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
