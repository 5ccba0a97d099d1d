import type { Order } from '@mahlzeit/contract';
import { errorText, useShell } from '@mahlzeit/shared-ui/platform';
import { ErrorState, Skeleton, Stack, tokens } from '@mahlzeit/shared-ui/ui';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { isUnknownOrderError, useOrder } from './live-orders';
import { text, useTexts } from './order-labels';

interface OrderLoaderProps {
  readonly orderKey: string;
  /** Title that the sheet has until the order is loaded. */
  readonly title: string;
  readonly children: (order: Order, retry: () => void) => ReactNode;
}

/** Tells the user that the linked order doesn't exist, and closes the screen (S2§2). */
const OrderNotFound = () => {
  const { navigation, snackbar } = useShell();
  useEffect(() => {
    navigation.close();
    snackbar({ text: text('OrderGone') });
  }, [navigation, snackbar]);
  return null;
};

/** Loads an order and renders its content. Until it is loaded, renders a placeholder (skeleton) or the error. */
export const OrderLoader = ({ orderKey, title, children }: OrderLoaderProps) => {
  const t = useTexts();
  const { navigation } = useShell();
  const { order, error, retry } = useOrder(orderKey);
  if (order !== undefined) return children(order, retry);
  if (isUnknownOrderError(error)) return <OrderNotFound />;
  return (
    <Sheet title={title} onClose={navigation.close}>
      {error === undefined ? (
        <Stack $gap={24} aria-busy="true">
          <Skeleton $height="234px" $radius={tokens.radius.card} />
          <Skeleton $height="160px" $radius={tokens.radius.card} />
        </Stack>
      ) : (
        <ErrorState title={t('OrderFailedTitle')} text={errorText(error)} onRetry={retry} />
      )}
    </Sheet>
  );
};
