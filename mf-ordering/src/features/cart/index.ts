export { isAlcoholic } from './alcohol-rules';
export {
  amountOfMeal,
  emptyCart,
  MAX_COMMENT_LENGTH,
  NEW_CARD_ID,
  pieceCountOf,
  withAmount,
  withLineComment,
  withLineAmount,
  withMealTime,
  withoutMeetup,
  withVoucher,
} from './cart';
export type { Cart, CartChange, CartLine, OpenPayment, PaidCart } from './cart';
export * from './cart-rules';
export {
  cartPlaceOf,
  hasCartContent,
  latestPaidCarts,
  reloadFreedDiscounts,
  removePaidCart,
  selectCart,
  latestSharedCart,
  updateCart,
  useCart,
  useCartPlace,
  useLastPaidCart,
  useSharedCarts,
} from './cart-slice';
export type { CartPlace } from './cart-slice';
export { announcePaidOrder } from './paid-orders';
export { usableVouchersFor } from './cart-sync';
export { sentencesOfCartChanges } from './change-texts';
export { orderFormOf } from './order-form';
export { useCartSync, useMeetups, useOrderingNow } from './use-cart-sync';
