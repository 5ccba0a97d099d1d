import { Registry } from '@mahlzeit/contract';
import { aMainManifest, aRemoteManifest, aShellManifest, anIntegrityHash } from '../fakes/fake-releases';
import { presentDeployment, presentRegistry } from './registry';

const config = {
  stage: 'beta',
  version: '5.0.1',
  deployment: {
    supportEmail: 'hilfe@mahlzeit.test',
    paymentSupportEmail: 'zahlung@mahlzeit.test',
    messengerUrl: null,
    partnerSignupUrl: 'https://partner.mahlzeit.test',
    helpUrl: null,
    rideServiceUrl: null,
    appStoreUrl: null,
    playStoreUrl: null,
    measurementId: 'G-1',
    mapTiles: null,
  },
} as const;

it('names every script by its absolute path and hash, and no picture', () => {
  const pageRegistry = presentRegistry({
    shell: aShellManifest(),
    remotes: [aMainManifest(), aRemoteManifest()],
    generatedAt: 5,
    now: 7,
    deployment: presentDeployment(config, {
      googleMaps: null,
      testPayments: [],
      takesOrders: true,
      worksOffline: false,
    }),
  });
  expect(Registry.parse(pageRegistry)).toMatchObject({ generatedAt: 5, now: 7, shell: '5.0.1+bbbb' });
  expect(pageRegistry.scripts).toEqual({
    '/assets/shell.5a1b2c3d4e.js': anIntegrityHash('f'),
    '/assets/dialog.7a1b2c3d4e.js': anIntegrityHash('g'),
  });
  expect(pageRegistry.remotes[1]).toEqual({
    name: 'mf-social',
    version: '5.0.1+aaaa',
    channel: 'stable',
    share: 100,
    entry: '/remotes/mf-social/remoteEntry.0a1b2c3d4e.js',
    integrity: anIntegrityHash('a'),
    globalName: 'mz_social',
    contract: '^3.0.0',
    bytes: 41_234,
    screens: ['contacts'],
    mainScreen: null,
    slots: ['restaurant/social'],
    origin: null,
    commands: [],
    addresses: {},
    frames: {},
    files: {
      '/remotes/mf-social/remoteEntry.0a1b2c3d4e.js': anIntegrityHash('a'),
      '/remotes/mf-social/contacts.1a1b2c3d4e.js': anIntegrityHash('b'),
    },
  });
});

it('presents the deployment to pages', () => {
  const googleMaps = { key: 'key', scriptUrl: 'https://maps.googleapis.com/maps/api/js', isAdmitted: true };
  expect(
    presentDeployment(config, { googleMaps, testPayments: ['paypal'], takesOrders: false, worksOffline: true }),
  ).toEqual({
    stage: 'beta',
    version: '5.0.1',
    ...config.deployment,
    googleMaps,
    testPayments: ['paypal'],
    takesOrders: false,
    worksOffline: true,
  });
});
