import type { Order } from '@mahlzeit/contract';
import { errorText, useLiveStatus, useRetryWhenBack, useShell } from '@mahlzeit/shared-ui/platform';
import { Banner, Button, EmptyState, ErrorState, RowSkeletons, Rows, Stack } from '@mahlzeit/shared-ui/ui';
import { WifiOff } from 'lucide-react';
import { useTexts } from '../../ordering-texts';
import { OrderRow } from './order-row';

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
