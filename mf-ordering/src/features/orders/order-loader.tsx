import type { Order } from '@mahlzeit/contract';
import { errorText, useShell } from '@mahlzeit/shared-ui/platform';
import { ErrorState, Skeleton, Stack, tokens } from '@mahlzeit/shared-ui/ui';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import type { ReactNode } from 'react';
import { useOrder } from './live-orders';
import { useTexts } from './order-labels';

interface OrderLoaderProps {
  readonly orderKey: string;
  /** Names the sheet until the order is there. */
  readonly title: string;
  readonly children: (order: Order, retry: () => void) => ReactNode;
}

/** Shows an order once it is there, and until then that it is on its way, or why it can't be had. */
export const OrderLoader = ({ orderKey, title, children }: OrderLoaderProps) => {
  const t = useTexts();
  const { navigation } = useShell();
  const { order, error, retry } = useOrder(orderKey);
  if (order !== undefined) return children(order, retry);
  return (
    <Sheet title={title} onClose={navigation.close}>
      {error === undefined ? (
        <Stack $gap={24} aria-busy="true">
          <Skeleton $height="234px" $radius={tokens.radius.card} />
          <Skeleton $height="160px" $radius={tokens.radius.card} />
        </Stack>
      ) : <ErrorState title={t('OrderFailedTitle')} text={errorText(error)} onRetry={retry} />}
    </Sheet>
  );
};
