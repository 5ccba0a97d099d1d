import { meTopic, Order } from '@mahlzeit/contract';
import { api, defineScreen, errorText, formatMoment, formatPrice, liveCollection, useLiveStatus, useNow, useRetryWhenBack, useShell } from '@mahlzeit/shared-ui/platform';
import type { ScreenProps } from '@mahlzeit/shared-ui/platform';
import { Badge, Banner, Button, EmptyState, ErrorState, FoodArt, Row, Rows, RowSkeletons, Stack, tokens } from '@mahlzeit/shared-ui/ui';
import { Sheet, SheetTabs } from '@mahlzeit/shared-ui/ui/dialog';
import { emblemFor, Price } from '@mahlzeit/shared-ui/ui/restaurant';
import { Check, Clock, Undo2, WifiOff } from 'lucide-react';
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

interface OrderListProps {
  readonly query: { readonly isError: boolean; readonly error?: unknown; readonly isFetching: boolean; refetch(): unknown };
  /** Undefined until they are there. */
  readonly orders: readonly Order[] | undefined;
  readonly now: number;
  readonly empty: { readonly title: string; readonly text: string };
}

/** Orders: on their way, there, none, failed, or as they were when the connection went. */
const OrderList = ({ query, orders, now, empty }: OrderListProps) => {
  const t = useTexts();
  const { navigation } = useShell();
  const isOffline = useLiveStatus() === 'offline';
  const retry = () => void query.refetch();
  useRetryWhenBack(query.isError, retry);
  if (query.isError) return <ErrorState title={t('OrdersFailedTitle')} text={errorText(query.error)} isRetrying={query.isFetching} onRetry={retry} />;
  if (orders === undefined) return <RowSkeletons />;
  return (
    <Stack $gap={12}>
      {isOffline && <Banner tone="neutral" icon={WifiOff}>{t('LastKnownState')}</Banner>}
      {orders.length > 0 && <Rows>{orders.map((order) => <OrderRow key={order.key} order={order} now={now} />)}</Rows>}
      {orders.length === 0 && (
        <EmptyState art="bento-box" {...empty}>
          <Button variant="tint" onClick={navigation.close}>{t('ToRestaurants')}</Button>
        </EmptyState>
      )}
    </Stack>
  );
};

/** The reader's orders, live. */
const { useOrdersQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    orders: build.query<Order[], void>(liveCollection({ topic: () => meTopic, collection: 'orders', schema: Order })),
  }),
});

/** Orders that are still to be eaten, and past ones. */
export const OrderTabs = () => {
  const t = useTexts();
  const now = useNow();
  const query = useOrdersQuery();
  const split = query.data && byTime(query.data, now);
  const listOf = (orders: readonly Order[] | undefined, empty: { title: string; text: string }) => <OrderList query={query} orders={orders} now={now} empty={empty} />;
  return (
    <SheetTabs
      label={t('Orders')}
      idBase="orders"
      tabs={[
        { id: 'upcoming', label: t('Upcoming'), count: split?.upcoming.length, content: listOf(split?.upcoming, { title: t('EmptyOrderListFuture'), text: t('EmptyOrderListFutureText') }) },
        { id: 'past', label: t('Past'), count: split?.past.length, content: listOf(split?.past, { title: t('EmptyOrderListPast'), text: t('EmptyOrderListPastText') }) },
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
