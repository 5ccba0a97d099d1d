import { defineScreen } from '@mahlzeit/shared-ui/platform';
import type { ScreenProps } from '@mahlzeit/shared-ui/platform';
import { OrderDetailsSheet } from '../features/orders';

/** One order of the reader, right after it was paid and whenever it is looked up. */
const OrderScreen = ({ params: [orderKey = ''] }: ScreenProps) => (
  <OrderDetailsSheet key={orderKey} orderKey={orderKey} />
);

export default defineScreen(OrderScreen);
