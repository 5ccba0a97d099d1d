export { isAlcoholic } from './alcohol-rules';
export {
  mealAmount,
  emptyCart,
  MAX_COMMENT_LENGTH,
  NEW_CARD,
  pieceCount,
  withAmount,
  withComment,
  withLineAmount,
  withTime,
  withoutMeetup,
  withVoucher,
} from './cart';
export type { Cart, CartChange, CartLine, OpenPayment } from './cart';
export * from './cart-rules';
export {
  cartPlaceOf,
  hasContent,
  reloadFreedDiscounts,
  selectCart,
  sharedCart,
  updateCart,
  useCart,
  useCartPlace,
  useSharedCarts,
} from './cart-slice';
export type { CartPlace } from './cart-slice';
export { vouchersFor } from './cart-sync';
export { changeSentences } from './change-texts';
export { orderFormOf } from './order-form';
export { useCartSync, useMeetups } from './use-cart-sync';
