import { defineRemoteDeclaration } from '@mahlzeit/shared-ui/platform';

export default defineRemoteDeclaration({
  name: 'mf-example-name',
  contract: '^0.0.0',
  screens: [
    {
      key: 'examplekey',
      region: 'modal',
      access: 'anyone',
      load: () => import('./screens/example-name-screen'),
    },
  ],
  slots: {
    'examplekey/greeting': () => import('./slots/greeting'),
  },
  commands: {},
});
