import { drawerEntries } from './drawer-entries';
import type { DrawerSituation, DrawerTarget } from './drawer-entries';

const accounts = {
  unknown: null,
  anonymous: { loggedIn: false, verified: false },
  unverified: { loggedIn: true, verified: false },
  verified: { loggedIn: true, verified: true },
};
type Visitor = keyof typeof accounts;

const allScreens = [
  'registration',
  'profile',
  'chatinbox',
  'orders',
  'invitations',
  'contacts',
  'vouchers',
  'settings',
  'support',
];
const links = { helpUrl: 'https://hilfe.test/', partnerSignupUrl: 'https://partner.test/' };

const linesOf = (
  visitor: Visitor,
  { screens = allScreens, deployment = links }: { screens?: string[]; deployment?: DrawerSituation['deployment'] } = {},
) => drawerEntries({ account: accounts[visitor], deployment, hasScreen: (key) => screens.includes(key) });

const words = (target: DrawerTarget): string => {
  if (target.kind === 'screen') return [target.key, ...target.params].join('/');
  return target.kind === 'link' ? target.href : 'logout';
};
const tableOf = (...args: Parameters<typeof linesOf>) =>
  Object.fromEntries(linesOf(...args).map(({ id, target }) => [id, words(target)]));

const common = { settings: 'settings', help: 'https://hilfe.test/', becomePartner: 'https://partner.test/' };

it.each<[Visitor, Record<string, string>]>([
  ['unknown', common],
  [
    'anonymous',
    {
      login: 'registration',
      inbox: 'registration',
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
      inbox: 'chatinbox',
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
      inbox: 'chatinbox',
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

it('lists the entries in the order of the specification', () => {
  expect(linesOf('verified').map(({ id }) => id)).toEqual([
    'inbox',
    'orders',
    'invitations',
    'contacts',
    'vouchers',
    'settings',
    'help',
    'becomePartner',
    'logout',
  ]);
});

it('leaves out entries whose screen no remote declares', () => {
  expect(Object.keys(tableOf('verified', { screens: ['orders', 'contacts', 'settings'] }))).toEqual([
    'orders',
    'contacts',
    'settings',
    'help',
    'becomePartner',
    'logout',
  ]);
  expect(Object.keys(tableOf('unverified', { screens: ['orders', 'vouchers'] }))).toEqual([
    'orders',
    'help',
    'becomePartner',
    'logout',
  ]);
});

it('leads an anonymous visitor to registration even for undeclared screens', () => {
  expect(tableOf('anonymous', { screens: ['registration'] })).toMatchObject({
    inbox: 'registration',
    orders: 'registration',
    vouchers: 'registration',
  });
});

it('hides personal entries from an anonymous visitor while nobody can register', () => {
  expect(Object.keys(tableOf('anonymous', { screens: ['settings'] }))).toEqual(['settings', 'help', 'becomePartner']);
});

it('opens our own support without a help page of the deployment, and hides entries without a target', () => {
  const deployment = { helpUrl: null, partnerSignupUrl: null };
  expect(tableOf('anonymous', { deployment })).toMatchObject({ help: 'support' });
  expect(tableOf('anonymous', { deployment })).not.toHaveProperty('becomePartner');
  expect(tableOf('anonymous', { deployment, screens: [] })).toEqual({});
});
