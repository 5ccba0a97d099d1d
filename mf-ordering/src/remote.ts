import { defineRemoteDeclaration } from '@mahlzeit/shared-ui/platform';

export default defineRemoteDeclaration({
  name: 'mf-ordering',
  contract: '^3.1.0',
  screens: [{ key: 'orders', region: 'modal', access: 'loggedIn', load: () => import('./screens/orders-screen') }],
  slots: { 'meal/actions': () => import('./slots/meal-actions') },
  commands: {},
});
