import { defineRemoteDeclaration } from '@mahlzeit/shared-ui/platform';

/**
 * Returns whether the route's parameters contain the key of an order. The screen itself checks that the order belongs
 * to the user.
 */
const hasOrderKey = ([key = '']: readonly string[]): boolean => key !== '';

export default defineRemoteDeclaration({
  name: 'mf-ordering',
  contract: '^3.15.0',
  screens: [
    { key: 'orders', region: 'modal', access: 'loggedIn', load: () => import('./screens/orders-screen') },
    {
      key: 'order',
      region: 'modal',
      access: 'verified',
      isValid: hasOrderKey,
      load: () => import('./screens/order-screen'),
    },
    {
      key: 'orderrating',
      region: 'modal',
      access: 'verified',
      isValid: hasOrderKey,
      load: () => import('./features/rating'),
    },
    {
      key: 'receipt',
      region: 'modal',
      access: 'verified',
      isValid: hasOrderKey,
      load: () => import('./features/receipt'),
    },
    {
      key: 'paymentoptions',
      region: 'modal',
      access: 'verified',
      load: () => import('./screens/payment-options-screen'),
    },
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
