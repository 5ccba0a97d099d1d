import { itemTotal } from '@mahlzeit/contract/rules';
import type { WriteTransaction } from '../../../platform';
import { addressLine, findKnownSummaries } from '../../discovery';
import { findEmail } from '../../identity';
import type { Outbox } from '../../mail';
import type { UselessMoney } from '../payments/settle-payment';
import type { StoredOrder } from './order-repository';

/** Confirms an order by mail inside the write in which it was paid. */
export const mailOrder = async (tx: WriteTransaction, order: StoredOrder, { outbox, publicUrl }: { readonly outbox: Outbox; readonly publicUrl: string }): Promise<void> => {
  const to = order.uid === null ? null : await findEmail(tx.knex, order.uid);
  const place = (await findKnownSummaries(tx.knex, [order.restaurantKey])).get(order.restaurantKey);
  if (to === null || place === undefined) return;
  await outbox.enqueue(tx, {
    kind: 'orderPlaced',
    to,
    number: order.number,
    place: place.name,
    address: addressLine(place),
    at: order.meetUpAt,
    isTakeAway: order.isTakeAway,
    lines: order.items.map((item) => ({ amount: item.amount, name: item.name, total: itemTotal(item) })),
    saved: order.discount?.value ?? 0,
    total: order.total,
    vat: Object.values(order.vat).flatMap((share) => (share === undefined ? [] : [{ rate: share.rate, vat: share.vat }])),
    url: `${publicUrl}/restaurants#order/${order.key}`,
  });
};

/** Tells by mail that paid money goes back, inside the write in which that is decided. */
export const mailMoneyBack = async (tx: WriteTransaction, { order, amount }: UselessMoney, { outbox }: { readonly outbox: Outbox }): Promise<void> => {
  const to = order.uid === null ? null : await findEmail(tx.knex, order.uid);
  const place = (await findKnownSummaries(tx.knex, [order.restaurantKey])).get(order.restaurantKey);
  if (to !== null) await outbox.enqueue(tx, { kind: 'orderRefunded', to, number: order.number, place: place?.name ?? null, amount });
};
