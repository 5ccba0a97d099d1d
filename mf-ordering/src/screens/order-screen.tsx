import { defineScreen } from '@mahlzeit/shared-ui/platform';
import type { ScreenProps } from '@mahlzeit/shared-ui/platform';
import { OrderDetailsSheet } from '../features/orders';

/** Screen of one of the user's orders. It also opens right after a payment. */
const OrderScreen = ({ params: [orderKey = ''] }: ScreenProps) => (
  <OrderDetailsSheet key={orderKey} orderKey={orderKey} />
);

export default defineScreen(OrderScreen);
