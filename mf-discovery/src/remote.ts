import { defineRemoteDeclaration } from '@mahlzeit/shared-ui/platform';

export default defineRemoteDeclaration({
  name: 'mf-discovery',
  contract: '^1.0.0',
  screens: [
    { key: 'main', region: 'main', access: 'anyone', load: () => import('./screens/main-screen') },
    {
      key: 'details',
      region: 'modal',
      access: 'anyone',
      isValid: ([routingName]) => routingName !== undefined && routingName !== '',
      load: () => import('./screens/details-screen'),
    },
  ],
  slots: { 'frame/search': () => import('./slots/frame-search') },
  commands: {},
});
