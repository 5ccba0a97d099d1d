import type { StoredOrder } from '../orders/order-repository';

/** Whether a partner may give money of an order back: one of its own restaurant; `restaurantKey` null: of any. */
export const mayRefund = ({ restaurantKey }: Pick<StoredOrder, 'restaurantKey'>, partner: { readonly restaurantKey: string | null }): boolean => partner.restaurantKey === null || partner.restaurantKey === restaurantKey;
