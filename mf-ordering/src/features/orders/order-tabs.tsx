import type { Order } from '@mahlzeit/contract';
import { useNow } from '@mahlzeit/shared-ui/platform';
import { SheetTabs } from '@mahlzeit/shared-ui/ui/dialog';
import { useTexts } from '../../ordering-texts';
import { OrderList } from './order-list';
import { byTime } from './order-rules';
import { useOrdersQuery } from './orders-api';

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
