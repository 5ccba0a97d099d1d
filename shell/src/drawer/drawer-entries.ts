import type { Account } from '@mahlzeit/contract';
import type { Deployment } from '@mahlzeit/shared-ui/platform';
import {
  CalendarHeart,
  ChefHat,
  LifeBuoy,
  LogIn,
  LogOut,
  MailCheck,
  MessageCircle,
  ReceiptText,
  Settings,
  TicketPercent,
  Users,
} from 'lucide-react';
import type de from './locales/de.json';

/** Entries of the drawer (S1§2 "Side drawer"), in order. */
export type DrawerEntryId =
  | 'verifyEmail'
  | 'login'
  | 'inbox'
  | 'orders'
  | 'invitations'
  | 'contacts'
  | 'vouchers'
  | 'settings'
  | 'help'
  | 'becomePartner'
  | 'logout';

/** Target of an entry. */
export type DrawerTarget =
  | { readonly kind: 'screen'; readonly key: string; readonly params: readonly string[] }
  | { readonly kind: 'link'; readonly href: string }
  | { readonly kind: 'logout' };

/** Entry for this visitor. */
export interface DrawerEntry {
  readonly id: DrawerEntryId;
  readonly target: DrawerTarget;
}

/** Input of the decision on the entries. */
export interface DrawerSituation {
  /** Null while the session is unknown or failed. */
  readonly account: Pick<Account, 'loggedIn' | 'verified'> | null;
  readonly deployment: Pick<Deployment, 'helpUrl' | 'partnerSignupUrl'>;
  /** Whether some remote declares the screen. */
  hasScreen(key: string): boolean;
}

type Visitor = 'unknown' | 'anonymous' | 'unverified' | 'verified';
type Goal = string | { readonly link: string | null } | 'logout' | null;

const visitorOf = ({ account }: DrawerSituation): Visitor => {
  if (account === null) return 'unknown';
  if (!account.loggedIn) return 'anonymous';
  return account.verified ? 'verified' : 'unverified';
};

const LOGOUT = 'logout';
const ofTheirOwn = (screen: string): Readonly<Record<Visitor, Goal>> => ({
  unknown: null,
  anonymous: 'registration',
  unverified: screen,
  verified: screen,
});
const forEverybody = (goal: Goal): Readonly<Record<Visitor, Goal>> => ({
  unknown: goal,
  anonymous: goal,
  unverified: goal,
  verified: goal,
});

type Rules = Readonly<Record<DrawerEntryId, Readonly<Record<Visitor, Goal>>>>;

/** Returns one row for each entry and one column for each kind of visitor: the target, or null for a hidden entry. */
const rulesFor = ({ helpUrl, partnerSignupUrl }: DrawerSituation['deployment']): Rules => ({
  verifyEmail: { unknown: null, anonymous: null, unverified: 'profile', verified: null },
  login: { unknown: null, anonymous: 'registration', unverified: null, verified: null },
  inbox: ofTheirOwn('chatinbox'),
  orders: ofTheirOwn('orders'),
  invitations: ofTheirOwn('invitations'),
  contacts: ofTheirOwn('contacts'),
  // Vouchers need a verified e-mail: unverified users get the screen that verifies it.
  vouchers: { ...ofTheirOwn('vouchers'), unverified: 'profile' },
  settings: forEverybody('settings'),
  help: forEverybody(helpUrl === null ? 'support' : { link: helpUrl }),
  becomePartner: forEverybody({ link: partnerSignupUrl }),
  logout: { unknown: null, anonymous: null, unverified: LOGOUT, verified: LOGOUT },
});

const targetOf = (goal: Goal, situation: DrawerSituation): DrawerTarget | null => {
  if (goal === null) return null;
  if (goal === LOGOUT) return { kind: 'logout' };
  if (typeof goal === 'object') return goal.link === null ? null : { kind: 'link', href: goal.link };
  return situation.hasScreen(goal) ? { kind: 'screen', key: goal, params: [] } : null;
};

const order: readonly DrawerEntryId[] = [
  'verifyEmail',
  'login',
  'inbox',
  'orders',
  'invitations',
  'contacts',
  'vouchers',
  'settings',
  'help',
  'becomePartner',
  'logout',
];

/** Returns the entries of this visitor. An entry whose screen no remote declares is left out. */
export const drawerEntries = (situation: DrawerSituation): readonly DrawerEntry[] => {
  const visitor = visitorOf(situation);
  const rules = rulesFor(situation.deployment);
  return order.flatMap((id) => {
    const target = targetOf(rules[id][visitor], situation);
    return target === null ? [] : [{ id, target }];
  });
};

/** Icon, label and block of each entry. */
export const entryDisplay = {
  verifyEmail: { icon: MailCheck, label: 'VerifyEmail', block: 'notice' },
  login: { icon: LogIn, label: 'RegistrationOrLogin', block: 'signIn' },
  inbox: { icon: MessageCircle, label: 'Inbox', block: 'account' },
  orders: { icon: ReceiptText, label: 'Orders', block: 'account' },
  invitations: { icon: CalendarHeart, label: 'Invitations', block: 'account' },
  contacts: { icon: Users, label: 'Contacts', block: 'account' },
  vouchers: { icon: TicketPercent, label: 'Vouchers', block: 'account' },
  settings: { icon: Settings, label: 'Settings', block: 'service' },
  help: { icon: LifeBuoy, label: 'Help', block: 'service' },
  becomePartner: { icon: ChefHat, label: 'BecomePartner', block: 'service' },
  logout: { icon: LogOut, label: 'Logout', block: 'service' },
} as const satisfies Record<
  DrawerEntryId,
  { icon: typeof LogIn; label: keyof typeof de; block: 'notice' | 'signIn' | 'account' | 'service' }
>;

/** Block of entries in the drawer. */
export type DrawerBlock = (typeof entryDisplay)[DrawerEntryId]['block'];
