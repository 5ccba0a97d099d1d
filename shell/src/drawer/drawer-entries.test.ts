import { aDrawerEntry, drawerEntriesOfProduct, fakeAddresses } from '../fake-entries';
import { drawerEntries } from './drawer-entries';
import type { DrawerSituation, DrawerTarget } from './drawer-entries';

const accounts = {
  unknown: null,
  anonymous: { loggedIn: false, verified: false },
  unverified: { loggedIn: true, verified: false },
  verified: { loggedIn: true, verified: true },
};
type Visitor = keyof typeof accounts;

const links = { helpUrl: 'https://hilfe.test/', partnerSignupUrl: 'https://partner.test/' };

interface Deployed {
  /** Keys of the screens that the remotes declare; null: all. */
  readonly screens?: readonly string[] | null;
  readonly deployment?: DrawerSituation['deployment'];
  readonly entries?: DrawerSituation['entries'];
}

const linesOf = (
  visitor: Visitor,
  { screens = null, deployment = links, entries = drawerEntriesOfProduct }: Deployed = {},
) =>
  drawerEntries({
    account: accounts[visitor],
    deployment,
    lookup: fakeAddresses(screens),
    entries: entries.filter(({ screen }) => screens === null || screens.includes(screen)),
  });

const words = (target: DrawerTarget): string => {
  if (target.kind === 'screen') return [target.address.key, ...target.address.params].join('/');
  return target.kind === 'link' ? target.href : 'logout';
};
const tableOf = (...args: Parameters<typeof linesOf>) =>
  Object.fromEntries(linesOf(...args).map(({ key, target }) => [key, words(target)]));

const common = { settings: 'settings', support: 'https://hilfe.test/', becomePartner: 'https://partner.test/' };

it.each<[Visitor, Record<string, string>]>([
  ['unknown', common],
  [
    'anonymous',
    {
      login: 'registration',
      chatinbox: 'registration',
      orders: 'registration',
      invitations: 'registration',
      contacts: 'registration',
      vouchers: 'registration',
      ...common,
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
      ...common,
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
      ...common,
      logout: 'logout',
    },
  ],
])('shows the %s visitor the entries of their kind', (visitor, expected) => {
  expect(tableOf(visitor)).toEqual(expected);
});

it('lists the entries of each block in the order of the specification', () => {
  const keysIn = (block: string) =>
    linesOf('verified')
      .filter((line) => line.block === block)
      .map(({ key }) => key);
  expect(keysIn('account')).toEqual(['chatinbox', 'orders', 'invitations', 'contacts', 'vouchers']);
  expect(keysIn('service')).toEqual(['settings', 'support', 'becomePartner', 'logout']);
});

it('puts an entry of a further remote where its order says, and equal ones by their keys', () => {
  const entries = [
    ...drawerEntriesOfProduct,
    aDrawerEntry({ screen: 'zebra', order: 20 }),
    aDrawerEntry({ screen: 'probe', order: 15, access: 'anyone' }),
    aDrawerEntry({ screen: 'apfel', order: 20 }),
  ];
  const keys = linesOf('verified', { entries }).flatMap(({ key, block }) => (block === 'account' ? [key] : []));
  expect(keys.slice(0, 5)).toEqual(['chatinbox', 'probe', 'apfel', 'orders', 'zebra']);
});

it('leaves out the entries of absent remotes', () => {
  expect(Object.keys(tableOf('verified', { screens: ['orders', 'contacts', 'settings'] })).sort()).toEqual([
    'becomePartner',
    'contacts',
    'logout',
    'orders',
    'settings',
  ]);
  expect(Object.keys(tableOf('unverified', { screens: ['orders', 'vouchers'] })).sort()).toEqual([
    'becomePartner',
    'logout',
    'orders',
  ]);
});

it('hides personal entries from an anonymous visitor while nobody can register', () => {
  expect(Object.keys(tableOf('anonymous', { screens: ['settings', 'orders', 'vouchers'] })).sort()).toEqual([
    'becomePartner',
    'settings',
  ]);
});

it('hides an entry for visitors from members', () => {
  const entries = [aDrawerEntry({ screen: 'probe', access: 'notLoggedIn' })];
  expect(tableOf('anonymous', { entries })).toMatchObject({ probe: 'probe' });
  for (const visitor of ['unknown', 'unverified', 'verified'] as const)
    expect(tableOf(visitor, { entries })).not.toHaveProperty('probe');
});

it('opens our own support without a help page of the deployment, and hides entries without a target', () => {
  const deployment = { helpUrl: null, partnerSignupUrl: null };
  expect(tableOf('anonymous', { deployment })).toMatchObject({ support: 'support' });
  expect(tableOf('anonymous', { deployment })).not.toHaveProperty('becomePartner');
  expect(tableOf('anonymous', { deployment, screens: [] })).toEqual({});
});

it('opens the screen of an entry that is replaced by an address which this shell does not know', () => {
  const entries = [aDrawerEntry({ access: 'anyone', replacedBy: 'chatUrl' })];
  expect(tableOf('anonymous', { entries })).toMatchObject({ orders: 'orders' });
});
