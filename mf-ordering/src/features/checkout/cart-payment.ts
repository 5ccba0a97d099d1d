import type { Key } from '@mahlzeit/contract';
import type { ShellApi } from '@mahlzeit/shared-ui/platform';
import { cartPlaceOf, latestPaidCarts, latestSharedCart, removePaidCart, updateCart } from '../cart';
import type { Cart, CartPlace, OpenPayment, PaidCart } from '../cart';

/**
 * Two payments of a cart: the one that this page processes, and the one that the cart stores. They may differ, because
 * other tabs share the cart and may cancel its payment or start another one.
 */
export interface CartPayment {
  /** Returns the payment that this page processes; null when there is none. */
  get(): OpenPayment | null;
  /** Makes this page process the given payment. */
  open(payment: OpenPayment): void;
  /** Makes this page stop processing the payment; the cart still stores it. */
  close(): void;
  /** Returns the payment that the cart stores; null when no payment is open. */
  stored(): OpenPayment | null;
  /** Whether the cart still stores the payment that this page processes. */
  isStored(): boolean;
  /** Whether the cart contains dishes to order. */
  hasDishes(): boolean;
  /**
   * Whether another tab has removed the cart of the payment that this page processes. A paid cart is removed, while a
   * refused or cancelled one keeps its dishes.
   */
  isCartRemoved(): boolean;
  /**
   * Returns the key of the order that any tab has paid with the payment that this page processes; null if there is
   * none. While this page has no payment, returns the key of the order of the cart whose order button was pressed.
   */
  paidOrderKey(): Key | null;
  /** Called when the order button is pressed: carts that were paid before this moment don't count as paid by it. */
  onPress(): void;
  /** Whether the owner of the cart is still the user of the page. */
  isSameUser(): boolean;
  /**
   * Makes this page process a payment and stores it in the cart, so that the payment isn't lost when the page is
   * closed.
   */
  openAndStore(payment: OpenPayment): void;
  /**
   * Removes the payment from the cart, if the cart stores this payment: the cart is then as it was before the order.
   */
  removeFromCart(): void;
  /** Removes the cart as paid, if the cart stores this payment. */
  removePaidCart(orderKey: Key): void;
}

/** Creates the access to the payment of one cart in one page. */
export const createCartPayment = (shell: ShellApi, place: CartPlace): CartPayment => {
  let openPayment: OpenPayment | null = null;
  /** Number of paid carts at the moment when the order button was pressed; null while no press waits for the lock. */
  let paidCountAtPress: number | null = null;

  /**
   * Returns the cart's address for the current day; null if another user uses the page, because no user may change
   * another user's cart (A06).
   */
  const currentPlace = (): CartPlace | null => {
    const currentCartPlace = cartPlaceOf(shell, place);
    return currentCartPlace?.owner === place.owner ? currentCartPlace : null;
  };
  const isCartOfUser = (): boolean => currentPlace() !== null;
  const cart = (): Cart | null => latestSharedCart(shell, currentPlace() ?? place);
  const storedPayment = (): OpenPayment | null => cart()?.payment ?? null;
  const isStored = (): boolean =>
    openPayment !== null && isCartOfUser() && storedPayment()?.requestKey === openPayment.requestKey;
  const paidCarts = (): readonly PaidCart[] => latestPaidCarts(shell, currentPlace() ?? place);
  const hasDishes = (): boolean => (cart()?.lines.length ?? 0) > 0;
  const changeCart = (applyChange: (cart: Cart) => Cart): void => {
    const currentCartPlace = currentPlace();
    if (currentCartPlace !== null) updateCart(shell, currentCartPlace, applyChange);
  };
  const storePayment = (payment: OpenPayment | null): void => changeCart((cart) => ({ ...cart, payment }));

  return {
    get: () => openPayment,
    open(payment) {
      openPayment = payment;
    },
    close() {
      openPayment = null;
      paidCountAtPress = null;
    },
    stored: storedPayment,
    isStored,
    hasDishes,
    isCartRemoved: () => openPayment !== null && isCartOfUser() && !isStored() && !hasDishes(),
    paidOrderKey() {
      if (!isCartOfUser()) return null;
      if (openPayment === null)
        return paidCountAtPress === null ? null : (paidCarts().slice(paidCountAtPress).at(-1)?.orderKey ?? null);
      const { requestKey } = openPayment;
      return paidCarts().find((paidCart) => paidCart.requestKey === requestKey)?.orderKey ?? null;
    },
    onPress() {
      paidCountAtPress = paidCarts().length;
    },
    isSameUser: isCartOfUser,
    openAndStore(payment) {
      openPayment = payment;
      storePayment(payment);
    },
    removeFromCart() {
      if (isStored()) storePayment(null);
    },
    removePaidCart(orderKey) {
      const currentCartPlace = currentPlace();
      if (currentCartPlace !== null && isStored()) removePaidCart(shell, currentCartPlace, orderKey);
    },
  };
};
