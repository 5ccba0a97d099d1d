import type { Account, ReleaseChannel } from '@mahlzeit/contract';
import type { Deployment } from '@mahlzeit/shared-ui/platform';
import type { IconSource } from '@mahlzeit/shared-ui/ui';
import {
  Accessibility,
  Ban,
  CalendarCheck2,
  CalendarX2,
  ChartNoAxesColumn,
  CreditCard,
  Download,
  Eye,
  EyeOff,
  FileText,
  FlaskConical,
  FlaskConicalOff,
  ImageIcon,
  KeyRound,
  LifeBuoy,
  LogIn,
  Mail,
  MonitorSmartphone,
  Scale,
  ShieldCheck,
  Trash2,
  UserPen,
} from 'lucide-react';

/**
 * Ids of the rows on the settings screen (S1§2 "settings"). Of a pair such as `becomeVisible` and `becomeInvisible`,
 * only one row is visible at a time.
 */
type SettingsEntryId =
  | 'login'
  | 'becomeVisible'
  | 'becomeInvisible'
  | 'endMeetupMails'
  | 'resumeMeetupMails'
  | 'enterBeta'
  | 'leaveBeta'
  | 'editPicture'
  | 'editName'
  | 'security'
  | 'changeEmail'
  | 'resetPassword'
  | 'paymentOptions'
  | 'blockedUsers'
  | 'support'
  | 'imprint'
  | 'privacy'
  | 'terms'
  | 'accessibility'
  | 'consent'
  | 'export'
  | 'deleteAccount';

/** Ids of the settings rows that run an action; all other rows open a screen. */
export type SettingsAction =
  | 'becomeVisible'
  | 'becomeInvisible'
  | 'endMeetupMails'
  | 'resumeMeetupMails'
  | 'enterBeta'
  | 'leaveBeta'
  | 'resetPassword'
  | 'export';

/** Settings row that the current user sees: it opens a screen, or runs an action. */
export type SettingsEntry =
  | {
      readonly id: Exclude<SettingsEntryId, SettingsAction>;
      readonly screen: string;
      readonly params: readonly string[];
    }
  | { readonly id: SettingsAction };

/** Data that decides which rows the settings screen shows. */
export interface SettingsContext {
  readonly account: Pick<Account, 'loggedIn' | 'visible' | 'verified' | 'thirdParty'>;
  /** Whether the user gets e-mails about meetups; null until the page knows. */
  readonly meetupMails: boolean | null;
  /** Release channel that the user has chosen; null until the page knows. */
  readonly releaseChannel: ReleaseChannel | null;
  /** Returns whether a remote of this deployment declares the screen. A row without its screen is left out. */
  hasScreen(screenKey: string): boolean;
  /** Whether this deployment asks the user for consent to at least one purpose. */
  readonly asksConsent: boolean;
}

type SettingsRule = SettingsEntry & { isFor(context: SettingsContext): boolean };

const isForEveryone = (): boolean => true;
const isForMember = ({ account }: SettingsContext): boolean => account.loggedIn;
// Returns whether the user signs in by password. Users of a third party can change neither e-mail address nor password
// (S1§6, A10).
const hasOwnPassword = ({ account }: SettingsContext): boolean => account.loggedIn && account.thirdParty === null;
const isForVerifiedMember = ({ account }: SettingsContext): boolean => account.loggedIn && account.verified;

/** All rows of the settings screen in their order, each with its screen or action and its condition. */
const settingsRules: readonly SettingsRule[] = [
  { id: 'login', screen: 'registration', params: [], isFor: ({ account }) => !account.loggedIn },
  { id: 'becomeVisible', isFor: ({ account }) => account.loggedIn && !account.visible },
  { id: 'becomeInvisible', isFor: ({ account }) => account.loggedIn && account.visible },
  { id: 'endMeetupMails', isFor: ({ account, meetupMails }) => account.loggedIn && meetupMails === true },
  { id: 'resumeMeetupMails', isFor: ({ account, meetupMails }) => account.loggedIn && meetupMails === false },
  { id: 'editPicture', screen: 'editpicture', params: [], isFor: isForMember },
  { id: 'editName', screen: 'editname', params: [], isFor: isForMember },
  { id: 'enterBeta', isFor: ({ account, releaseChannel }) => account.loggedIn && releaseChannel === 'stable' },
  { id: 'leaveBeta', isFor: ({ account, releaseChannel }) => account.loggedIn && releaseChannel === 'beta' },
  { id: 'security', screen: 'security', params: [], isFor: isForMember },
  { id: 'changeEmail', screen: 'changeemail', params: [], isFor: hasOwnPassword },
  { id: 'resetPassword', isFor: hasOwnPassword },
  { id: 'paymentOptions', screen: 'paymentoptions', params: [], isFor: isForVerifiedMember },
  { id: 'blockedUsers', screen: 'blockedusers', params: [], isFor: isForVerifiedMember },
  { id: 'support', screen: 'support', params: [], isFor: isForEveryone },
  { id: 'imprint', screen: 'settings', params: ['imprint'], isFor: isForEveryone },
  { id: 'privacy', screen: 'settings', params: ['privacy'], isFor: isForEveryone },
  { id: 'terms', screen: 'settings', params: ['terms'], isFor: isForEveryone },
  { id: 'accessibility', screen: 'settings', params: ['accessibility'], isFor: isForEveryone },
  { id: 'consent', screen: 'settings', params: ['consent'], isFor: ({ asksConsent }) => asksConsent },
  { id: 'export', isFor: isForMember },
  { id: 'deleteAccount', screen: 'deleteaccount', params: [], isFor: isForMember },
];

/** Returns the settings rows that the current user sees. A row whose screen no remote declares is left out. */
export const settingsEntriesFor = (context: SettingsContext): readonly SettingsEntry[] =>
  settingsRules.filter(
    (settingsRule) =>
      settingsRule.isFor(context) && (!('screen' in settingsRule) || context.hasScreen(settingsRule.screen)),
  );

/** Returns the deployment stage that the version text shows; null in production, which shows none. */
export const stageLabelOf = ({ stage }: Pick<Deployment, 'stage'>): string | null => (stage === 'prod' ? null : stage);

/** Block, icon and text keys of each settings row. */
export const settingsEntryDetails = {
  login: { block: 'visitor', icon: LogIn, label: 'RegistrationOrLogin' },
  becomeVisible: { block: 'person', icon: Eye, label: 'BecomeVisible', text: 'BecomeVisibleText' },
  becomeInvisible: { block: 'person', icon: EyeOff, label: 'BecomeInvisible', text: 'BecomeInvisibleText' },
  endMeetupMails: { block: 'person', icon: CalendarX2, label: 'EndMeetupMails', text: 'EndMeetupMailsText' },
  resumeMeetupMails: {
    block: 'person',
    icon: CalendarCheck2,
    label: 'ResumeMeetupMails',
    text: 'ResumeMeetupMailsText',
  },
  editPicture: { block: 'person', icon: ImageIcon, label: 'EditPicture' },
  editName: { block: 'person', icon: UserPen, label: 'EditName' },
  enterBeta: { block: 'person', icon: FlaskConical, label: 'EnterBeta', text: 'EnterBetaText' },
  leaveBeta: { block: 'person', icon: FlaskConicalOff, label: 'LeaveBeta', text: 'LeaveBetaText' },
  security: { block: 'access', icon: MonitorSmartphone, label: 'Security', text: 'SecurityText' },
  changeEmail: { block: 'access', icon: Mail, label: 'ChangeEmail' },
  resetPassword: { block: 'access', icon: KeyRound, label: 'ResetPassword', text: 'ResetPasswordText' },
  paymentOptions: { block: 'access', icon: CreditCard, label: 'PaymentOptions' },
  blockedUsers: { block: 'access', icon: Ban, label: 'BlockedUsers' },
  support: { block: 'service', icon: LifeBuoy, label: 'Support' },
  imprint: { block: 'service', icon: FileText, label: 'Imprint' },
  privacy: { block: 'service', icon: ShieldCheck, label: 'Privacy' },
  terms: { block: 'service', icon: Scale, label: 'Terms' },
  accessibility: { block: 'service', icon: Accessibility, label: 'Accessibility' },
  consent: { block: 'data', icon: ChartNoAxesColumn, label: 'Consent' },
  export: { block: 'data', icon: Download, label: 'Export', text: 'ExportText' },
  deleteAccount: { block: 'data', icon: Trash2, label: 'DeleteAccount' },
} as const satisfies Readonly<
  Record<
    SettingsEntryId,
    { readonly block: string; readonly icon: IconSource; readonly label: string; readonly text?: string }
  >
>;

type SettingsBlock = (typeof settingsEntryDetails)[SettingsEntryId]['block'];

/** Blocks of settings rows in the order of the screen, with their headings. */
export const settingsBlockList = [
  { id: 'visitor', title: null },
  { id: 'person', title: 'BlockPerson' },
  { id: 'access', title: 'BlockAccess' },
  { id: 'data', title: 'BlockData' },
  { id: 'service', title: 'BlockService' },
] as const satisfies readonly { readonly id: SettingsBlock; readonly title: string | null }[];
