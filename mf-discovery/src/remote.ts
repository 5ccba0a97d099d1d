import { defineRemoteDeclaration } from '@mahlzeit/shared-ui/platform';

export default defineRemoteDeclaration({
  name: 'mf-discovery',
  contract: '^3.15.0',
  screens: [
    { key: 'main', region: 'main', access: 'anyone', load: () => import('./screens/main-screen') },
    {
      key: 'details',
      region: 'modal',
      access: 'anyone',
      isValid: ([routingName]) => routingName !== undefined && routingName !== '',
      prefetch: async (params, shell) => (await import('./screens/details-screen')).prefetchDetails(params, shell),
      load: () => import('./screens/details-screen'),
    },
    { key: 'filters', region: 'modal', access: 'anyone', load: () => import('./screens/filters-screen') },
    { key: 'tagselection', region: 'modal', access: 'anyone', load: () => import('./screens/tagselection-screen') },
    { key: 'download', region: 'modal', access: 'anyone', load: () => import('./screens/download-screen') },
  ],
  slots: { 'frame/search': () => import('./slots/frame-search') },
  commands: {
    'discovery/place': () => import('./commands/place'),
    'discovery/showPlace': () => import('./commands/show-place'),
  },
});
