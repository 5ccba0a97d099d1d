export { OrderTabs } from './order-tabs';
