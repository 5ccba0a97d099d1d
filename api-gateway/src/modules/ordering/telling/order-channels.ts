import type { OrderChannel } from '@mahlzeit/contract';
import { itemTotal, ORDER_PAST_AFTER_MS, totalDeposit } from '@mahlzeit/contract/rules';
import type { WriteTransaction } from '../../../platform';
import type { Outbox } from '../../mail';
import type { StoredOrder } from '../repositories/order-repository';

/** An order about which a restaurant is informed. */
export interface OrderNews {
  readonly order: StoredOrder;
  readonly restaurantName: string;
  /** Whether the restaurant was already informed about this order and hasn't reacted. */
  readonly isRepeat: boolean;
}

/**
 * Type of the function that informs a restaurant about an order by one kind of way, for example by e-mail. It enqueues
 * its message in the caller's transaction, so that the message and the step that causes it commit together.
 */
type OrderChannelPort<Channel extends OrderChannel> = (
  tx: WriteTransaction,
  channel: Channel,
  news: OrderNews,
) => Promise<void>;

/**
 * Functions that inform a restaurant about an order, by the kind of the way. Each new kind of `OrderChannel` needs a
 * function here.
 */
export type OrderChannelPorts = {
  readonly [Kind in OrderChannel['kind']]: OrderChannelPort<Extract<OrderChannel, { readonly kind: Kind }>>;
};

const lineOf = (item: StoredOrder['items'][number]) => ({
  amount: item.amount,
  name: item.name,
  total: itemTotal({ ...item, deposit: null }),
  wish: item.comments,
});

/** Creates the functions that inform restaurants about orders, one for each kind of way. */
export const createOrderChannels = ({
  outbox,
  publicUrl,
}: {
  readonly outbox: Outbox;
  readonly publicUrl: string;
}): OrderChannelPorts => ({
  email: (tx, { address }, { order, restaurantName, isRepeat }) =>
    outbox.enqueue(tx, {
      kind: 'orderNews',
      to: address,
      number: order.number,
      place: restaurantName,
      at: order.meetUpAt,
      isTakeAway: order.isTakeAway,
      lines: order.items.map(lineOf),
      deposit: totalDeposit(order.items),
      total: order.total,
      isRepeat,
      until: order.meetUpAt + ORDER_PAST_AFTER_MS,
      url: `${publicUrl}/partner`,
    }),
});
