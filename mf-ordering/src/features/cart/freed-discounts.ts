import { reloadDiscounts } from '@mahlzeit/shared-ui/platform';
import type { ShellApi } from '@mahlzeit/shared-ui/platform';
import type { OpenPayment } from './cart';

/** Whether an order has taken discounts that are its diner's again where it comes to nothing. */
export const takesDiscounts = ({ form: { discount = null, items = [] } }: OpenPayment): boolean =>
  discount !== null || items.some((item) => (item.discount ?? null) !== null);

/** Asks which discounts are the diner's again behind a payment that came to nothing, before its cart follows the menu: as long as the order was open they counted as used. False: nobody has answered. */
export const reloadFreedDiscounts = async ({ store }: Pick<ShellApi, 'store'>, payment: OpenPayment | null): Promise<boolean> =>
  payment === null || !takesDiscounts(payment) || reloadDiscounts(store);
