import { defineRemoteDeclaration } from '@mahlzeit/shared-ui/platform';

export default defineRemoteDeclaration({
  name: 'mf-ordering',
  contract: '^3.4.0',
  screens: [
    { key: 'orders', region: 'modal', access: 'loggedIn', load: () => import('./screens/orders-screen') },
    {
      key: 'order',
      region: 'modal',
      access: 'verified',
      isValid: async ([key = ''], _session, shell) => (await import('./features/orders/live-orders')).isOwnOrder(key, shell),
      load: () => import('./screens/order-screen'),
    },
    {
      key: 'orderrating',
      region: 'modal',
      access: 'verified',
      isValid: async ([key = ''], _session, shell) => (await import('./features/orders/live-orders')).isRatableOrder(key, shell),
      load: () => import('./features/orders/orderrating-screen'),
    },
    {
      key: 'receipt',
      region: 'modal',
      access: 'verified',
      isValid: async ([key = ''], _session, shell) => (await import('./features/orders/live-orders')).isPaidOrder(key, shell),
      load: () => import('./features/orders/receipt-screen'),
    },
    { key: 'paymentoptions', region: 'modal', access: 'verified', load: () => import('./screens/payment-options-screen') },
    { key: 'vouchers', region: 'modal', access: 'verified', load: () => import('./screens/vouchers-screen') },
  ],
  slots: {
    'meal/actions': () => import('./slots/meal-actions'),
    'restaurant/cart': () => import('./slots/restaurant-cart'),
  },
  commands: {
    'ordering/startFromInvitation': () => import('./commands/start-from-invitation'),
    'ordering/paymentReturn': () => import('./commands/payment-return'),
  },
});
