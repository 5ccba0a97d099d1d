import { defineScreen } from '@mahlzeit/shared-ui/platform';
import type { ScreenProps } from '@mahlzeit/shared-ui/platform';
import { OrderDetailsSheet } from '../features/orders';

/** Screen of one order of the user, right after the payment and later. */
const OrderScreen = ({ params: [orderKey = ''] }: ScreenProps) => (
  <OrderDetailsSheet key={orderKey} orderKey={orderKey} />
);

export default defineScreen(OrderScreen);
