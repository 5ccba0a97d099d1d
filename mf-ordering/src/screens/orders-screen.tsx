import { meTopic, Order } from '@mahlzeit/contract';
import { defineCollection, defineScreen, formatMoment, formatPrice, useCollection, useNow } from '@mahlzeit/shared-ui/platform';
import type { ScreenProps } from '@mahlzeit/shared-ui/platform';
import { CollectionList, countOf } from '@mahlzeit/shared-ui/platform/collections';
import { Badge, FoodArt, Row, tokens } from '@mahlzeit/shared-ui/ui';
import { Sheet, SheetTabs } from '@mahlzeit/shared-ui/ui/dialog';
import { emblemFor, Price } from '@mahlzeit/shared-ui/ui/restaurant';
import { Check, Clock, Undo2 } from 'lucide-react';
import styled from 'styled-components';
import { useTexts } from '../ordering-texts';

/** An order is past half an hour after its meetup (S2§4); an invitation at its very date. */
const PAST_AFTER_MS = 30 * 60_000;

/** Paid orders by the time of their meetup. */
interface OrdersByTime {
  /** The next one first. */
  readonly upcoming: readonly Order[];
  /** The latest one first. */
  readonly past: readonly Order[];
}

const isPast = ({ meetUpDate }: Order, now: number): boolean => meetUpDate + PAST_AFTER_MS < now;

/** Only what was paid is an order to the reader. Time makes no op, so this is asked each minute. */
export const byTime = (orders: readonly Order[], now: number): OrdersByTime => {
  const paid = orders.filter(({ paymentStatus }) => paymentStatus === 'SUCCEEDED').sort((a, b) => a.meetUpDate - b.meetUpDate);
  return {
    upcoming: paid.filter((order) => !isPast(order, now)),
    past: paid.filter((order) => isPast(order, now)).reverse(),
  };
};

/** What the reader really paid, in cents. */
export const paidAmount = ({ totalPrice, refunded }: Order): number => refunded.reduce((rest, { amount }) => rest - amount, totalPrice);

const badges = {
  Pending: { label: 'Pending', tone: 'neutral', icon: Clock },
  Confirmed: { label: 'Confirmed', tone: 'ok', icon: Check },
  CanceledPartly: { label: 'CanceledPartly', tone: 'err', icon: Undo2 },
  CanceledCompletely: { label: 'CanceledCompletely', tone: 'err', icon: Undo2 },
  CanceledByRestaurant: { label: 'CanceledByRestaurant', tone: 'err', icon: Undo2 },
} as const;

/** One order: where, when, what was paid after refunds, and how it stands. */
const OrderRow = ({ order, now }: { readonly order: Order; readonly now: number }) => {
  const t = useTexts();
  const { restaurant } = order;
  const paid = paidAmount(order);
  const { label, tone, icon } = badges[order.status];
  return (
    <Row
      leading={<Tile><FoodArt name={restaurant === null ? 'fork-and-knife-with-plate' : emblemFor(restaurant.name).art} size={26} /></Tile>}
      title={restaurant?.name ?? t('RestaurantGone')}
      text={
        <Lines>
          <span>{formatMoment(order.meetUpDate, now)} · {t(order.isTakeAway ? 'TakeAway' : 'InStore')}</span>
          <span><Badge tone={tone} icon={icon}>{t(label)}</Badge></span>
        </Lines>
      }
      trailing={<Price value={formatPrice(paid)} oldValue={paid === order.totalPrice ? undefined : formatPrice(order.totalPrice)} />}
    />
  );
};

const Tile = styled.span`
  display: grid;
  place-items: center;
  width: 44px;
  height: 44px;
  border-radius: ${tokens.radius.control};
  background: ${tokens.color.sunken};
`;

const Lines = styled.span`
  display: grid;
  gap: 6px;
`;

const liveOrders = defineCollection({ topic: meTopic, collection: 'orders', schema: Order });

/** Orders that are still to be eaten, and past ones. */
export const OrderTabs = () => {
  const t = useTexts();
  const now = useNow();
  const orders = useCollection(liveOrders);
  const { upcoming, past } = byTime(orders.items, now);
  const rowOf = (order: Order) => <OrderRow order={order} now={now} />;
  const failedTitle = t('OrdersFailedTitle');
  return (
    <SheetTabs
      label={t('Orders')}
      idBase="orders"
      tabs={[
        {
          id: 'upcoming',
          label: t('Upcoming'),
          count: countOf(orders, upcoming),
          content: <CollectionList collection={orders} items={upcoming} failedTitle={failedTitle} empty={{ art: 'bento-box', title: t('EmptyOrderListFuture'), text: t('EmptyOrderListFutureText') }}>{rowOf}</CollectionList>,
        },
        {
          id: 'past',
          label: t('Past'),
          count: orders.hasOlder ? undefined : countOf(orders, past),
          content: <CollectionList collection={orders} items={past} isPast failedTitle={failedTitle} empty={{ art: 'bento-box', title: t('EmptyOrderListPast'), text: t('EmptyOrderListPastText') }}>{rowOf}</CollectionList>,
        },
      ]}
    />
  );
};

const OrdersScreen = ({ shell: { navigation } }: ScreenProps) => {
  const t = useTexts();
  return (
    <Sheet title={t('Orders')} onClose={navigation.close}>
      <OrderTabs />
    </Sheet>
  );
};

export default defineScreen(OrdersScreen);
