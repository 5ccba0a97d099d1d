import type { ShellApi } from '@mahlzeit/shared-ui/platform';
import { cartPlaceOf, emptyCart, sharedCart, updateCart } from '../cart';
import type { Cart, CartPlace, OpenPayment } from '../cart';

/**
 * The payment that this page goes on with, and what the cart holds of it. Other tabs share the cart: they may let go of
 * the payment, or begin another one.
 */
export interface CartPayment {
  /** What this page goes on with; null: nothing. */
  get(): OpenPayment | null;
  /** This page goes on with it from now on. */
  open(payment: OpenPayment): void;
  /** This page goes on with nothing; the cart keeps what it holds. */
  close(): void;
  /** What the cart holds; null: no payment is open in it. */
  stored(): OpenPayment | null;
  /** Whether what the cart holds is still what this page goes on with. */
  isStored(): boolean;
  /** Whether the cart holds anything to order. */
  isFilled(): boolean;
  /** Whether the cart's diner still uses the page. */
  isOwn(): boolean;
  /** Opens the payment and writes it into the cart, so that it is found again whatever happens to this page. */
  remember(payment: OpenPayment): void;
  /** The cart is as it was before the order, where it holds this payment. */
  release(): void;
  /** The cart is empty, where it holds this payment. */
  emptyCart(): void;
}

/** The payment of one cart in one page. */
export const createCartPayment = (shell: ShellApi, place: CartPlace): CartPayment => {
  let open: OpenPayment | null = null;

  /** Where the cart is today; null where somebody else uses the page. A06: nobody writes into another's cart. */
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
