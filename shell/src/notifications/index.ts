export { loadNotifications } from './load-notifications';
