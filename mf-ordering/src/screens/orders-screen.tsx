import { defineScreen } from '@mahlzeit/shared-ui/platform';
import { OrderTabs } from '../features/orders/order-tabs';

export default defineScreen(OrderTabs);
