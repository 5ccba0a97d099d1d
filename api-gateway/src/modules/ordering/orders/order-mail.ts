import { itemTotal, ORDER_PAST_AFTER_MS, totalDeposit } from '@mahlzeit/contract/rules';
import type { WriteTransaction } from '../../../platform';
import { formatAddressLine, findKnownRestaurant } from '../../discovery';
import { findEmail } from '../../identity';
import type { Outbox } from '../../mail';
import type { StoredOrder } from '../repositories/order-repository';
import { findSeller } from '../order-records';

// Returns the dishes of an order for an e-mail. The deposit is listed separately, because the diner gets it back for
// the returned bottle.
const mailContentOf = ({ items }: StoredOrder) => ({
  lines: items.map((item) => ({ amount: item.amount, name: item.name, total: itemTotal({ ...item, deposit: null }) })),
  deposit: totalDeposit(items),
});

/** Puts the e-mail that confirms an order into the outbox, in the transaction that marks the order as paid. */
export const mailOrder = async (
  tx: WriteTransaction,
  order: StoredOrder,
  { outbox, publicUrl }: { readonly outbox: Outbox; readonly publicUrl: string },
): Promise<void> => {
  const recipient = order.uid === null ? null : await findEmail(tx.knex, order.uid);
  const seller = await findSeller(tx.knex, order);
  if (recipient === null || seller === null) return;
  await outbox.enqueue(tx, {
    kind: 'orderPlaced',
    to: recipient,
    number: order.number,
    place: seller.name,
    address: formatAddressLine(seller),
    at: order.meetUpAt,
    isTakeAway: order.isTakeAway,
    ...mailContentOf(order),
    saved: order.discount?.value ?? 0,
    total: order.total,
    vat: Object.values(order.vat).flatMap((vatAmounts) =>
      vatAmounts === undefined ? [] : [{ rate: vatAmounts.rate, vat: vatAmounts.vat }],
    ),
    ...(order.isMeetUpLost ? { hasLostMeetup: true } : {}),
    url: `${publicUrl}/restaurants#order/${order.key}`,
  });
};

/**
 * Puts the e-mail that reminds a restaurant of an unaccepted order into the outbox. A restaurant without an e-mail
 * address sees the order only in its partner console.
 */
export const mailUnacceptedOrder = async (
  tx: WriteTransaction,
  order: StoredOrder,
  { outbox, publicUrl }: { readonly outbox: Outbox; readonly publicUrl: string },
): Promise<void> => {
  const restaurant = await findKnownRestaurant(tx.knex, order.restaurantKey);
  const recipient = restaurant?.data.contact.email ?? null;
  if (restaurant === null || recipient === null) return;
  const { number, meetUpAt: mealTime, isTakeAway, total } = order;
  await outbox.enqueue(tx, {
    kind: 'orderUnaccepted',
    to: recipient,
    number,
    place: restaurant.name,
    at: mealTime,
    isTakeAway,
    ...mailContentOf(order),
    total,
    until: mealTime + ORDER_PAST_AFTER_MS,
    url: `${publicUrl}/partner`,
  });
};
