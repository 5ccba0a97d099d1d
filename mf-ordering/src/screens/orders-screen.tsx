import { defineScreen } from '@mahlzeit/shared-ui/platform';
import { OrderTabs } from '../features/orders';

export default defineScreen(OrderTabs);
