import { aDrawerEntry, drawerEntriesOfProduct, fakeAddresses } from '../fake-entries';
import { drawerEntries } from './drawer-entries';
import type { DrawerSituation, DrawerTarget } from './drawer-entries';

const accountByVisitor = {
  unknown: null,
  anonymous: { loggedIn: false, verified: false },
  unverified: { loggedIn: true, verified: false },
  verified: { loggedIn: true, verified: true },
};
type Visitor = keyof typeof accountByVisitor;

const deploymentLinks = { helpUrl: 'https://hilfe.test/', partnerSignupUrl: 'https://partner.test/' };

interface DrawerTestOptions {
  /** Keys of the screens that the remotes declare; null means all screens. */
  readonly screens?: readonly string[] | null;
  readonly deployment?: DrawerSituation['deployment'];
  readonly entries?: DrawerSituation['entries'];
}

const entriesFor = (
  visitor: Visitor,
  { screens = null, deployment = deploymentLinks, entries = drawerEntriesOfProduct }: DrawerTestOptions = {},
) =>
  drawerEntries({
    account: accountByVisitor[visitor],
    deployment,
    lookup: fakeAddresses(screens),
    entries: entries.filter(({ screen }) => screens === null || screens.includes(screen)),
  });

const targetAsText = (drawerTarget: DrawerTarget): string => {
  if (drawerTarget.kind === 'screen') return [drawerTarget.address.key, ...drawerTarget.address.params].join('/');
  return drawerTarget.kind === 'link' ? drawerTarget.href : 'logout';
};
const targetTextsByKey = (...args: Parameters<typeof entriesFor>) =>
  Object.fromEntries(entriesFor(...args).map(({ key, target }) => [key, targetAsText(target)]));

const commonTargets = { settings: 'settings', support: 'https://hilfe.test/', becomePartner: 'https://partner.test/' };

it.each<[Visitor, Record<string, string>]>([
  ['unknown', commonTargets],
  [
    'anonymous',
    {
      login: 'registration',
      chatinbox: 'registration',
      orders: 'registration',
      invitations: 'registration',
      contacts: 'registration',
      vouchers: 'registration',
      ...commonTargets,
    },
  ],
  [
    'unverified',
    {
      verifyEmail: 'profile',
      chatinbox: 'chatinbox',
      orders: 'orders',
      invitations: 'invitations',
      contacts: 'contacts',
      vouchers: 'profile',
      ...commonTargets,
      logout: 'logout',
    },
  ],
  [
    'verified',
    {
      chatinbox: 'chatinbox',
      orders: 'orders',
      invitations: 'invitations',
      contacts: 'contacts',
      vouchers: 'vouchers',
      ...commonTargets,
      logout: 'logout',
    },
  ],
])('shows the %s visitor the entries of their kind', (visitor, expectedTargets) => {
  expect(targetTextsByKey(visitor)).toEqual(expectedTargets);
});

it('lists the entries of each block in the order of the specification', () => {
  const entryKeysIn = (block: string) =>
    entriesFor('verified')
      .filter((entry) => entry.block === block)
      .map(({ key }) => key);
  expect(entryKeysIn('account')).toEqual(['chatinbox', 'orders', 'invitations', 'contacts', 'vouchers']);
  expect(entryKeysIn('service')).toEqual(['settings', 'support', 'becomePartner', 'logout']);
});

it('puts an entry of a further remote where its order says, and equal ones by their keys', () => {
  const remoteEntries = [
    ...drawerEntriesOfProduct,
    aDrawerEntry({ screen: 'zebra', order: 20 }),
    aDrawerEntry({ screen: 'probe', order: 15, access: 'anyone' }),
    aDrawerEntry({ screen: 'apfel', order: 20 }),
  ];
  const accountKeys = entriesFor('verified', { entries: remoteEntries }).flatMap(({ key, block }) =>
    block === 'account' ? [key] : [],
  );
  expect(accountKeys.slice(0, 5)).toEqual(['chatinbox', 'probe', 'apfel', 'orders', 'zebra']);
});

it('leaves out the entries of absent remotes', () => {
  expect(Object.keys(targetTextsByKey('verified', { screens: ['orders', 'contacts', 'settings'] })).sort()).toEqual([
    'becomePartner',
    'contacts',
    'logout',
    'orders',
    'settings',
  ]);
  expect(Object.keys(targetTextsByKey('unverified', { screens: ['orders', 'vouchers'] })).sort()).toEqual([
    'becomePartner',
    'logout',
    'orders',
  ]);
});

it('hides personal entries from an anonymous visitor while nobody can register', () => {
  expect(Object.keys(targetTextsByKey('anonymous', { screens: ['settings', 'orders', 'vouchers'] })).sort()).toEqual([
    'becomePartner',
    'settings',
  ]);
});

it('hides an entry for visitors from members', () => {
  const remoteEntries = [aDrawerEntry({ screen: 'probe', access: 'notLoggedIn' })];
  expect(targetTextsByKey('anonymous', { entries: remoteEntries })).toMatchObject({ probe: 'probe' });
  for (const visitor of ['unknown', 'unverified', 'verified'] as const)
    expect(targetTextsByKey(visitor, { entries: remoteEntries })).not.toHaveProperty('probe');
});

it('opens our own support without a help page of the deployment, and hides entries without a target', () => {
  const deployment = { helpUrl: null, partnerSignupUrl: null };
  expect(targetTextsByKey('anonymous', { deployment })).toMatchObject({ support: 'support' });
  expect(targetTextsByKey('anonymous', { deployment })).not.toHaveProperty('becomePartner');
  expect(targetTextsByKey('anonymous', { deployment, screens: [] })).toEqual({});
});

it('opens the screen of an entry that is replaced by an address which this shell does not know', () => {
  const remoteEntries = [aDrawerEntry({ access: 'anyone', replacedBy: 'chatUrl' })];
  expect(targetTextsByKey('anonymous', { entries: remoteEntries })).toMatchObject({ orders: 'orders' });
});
