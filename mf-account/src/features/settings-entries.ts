import type { Account } from '@mahlzeit/contract';
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
  ImageIcon,
  KeyRound,
  LifeBuoy,
  LogIn,
  Mail,
  Scale,
  ShieldCheck,
  Trash2,
  UserPen,
} from 'lucide-react';

/** The lines of the settings (S1§2 "settings"). */
type SettingsEntryId =
  | 'login'
  | 'becomeVisible'
  | 'becomeInvisible'
  | 'endMeetupMails'
  | 'resumeMeetupMails'
  | 'editPicture'
  | 'editName'
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

/** Lines that do something, instead of leading to a screen. */
export type SettingsAction =
  'becomeVisible' | 'becomeInvisible' | 'endMeetupMails' | 'resumeMeetupMails' | 'resetPassword' | 'export';

/** A line that this visitor gets: it leads to a screen, or does something. */
export type SettingsEntry =
  | {
      readonly id: Exclude<SettingsEntryId, SettingsAction>;
      readonly screen: string;
      readonly params: readonly string[];
    }
  | { readonly id: SettingsAction };

/** What decides on the lines. */
export interface SettingsSituation {
  readonly account: Pick<Account, 'loggedIn' | 'visible' | 'verified' | 'thirdParty'>;
  /** Whether they are told of meetups by e-mail; null while nobody knows. */
  readonly meetupMails: boolean | null;
  /** Whether some remote declares the screen. */
  hasScreen(key: string): boolean;
  /** Whether this deployment would use a consent for anything. */
  readonly asksConsent: boolean;
}

type Rule = SettingsEntry & { isFor(situation: SettingsSituation): boolean };

const everybody = (): boolean => true;
const members = ({ account }: SettingsSituation): boolean => account.loggedIn;
// S1§6: who signs in by a third party changes neither e-mail nor password (A10).
const ownPassword = ({ account }: SettingsSituation): boolean => account.loggedIn && account.thirdParty === null;
const verified = ({ account }: SettingsSituation): boolean => account.loggedIn && account.verified;

/** One row a line, in their order: where it leads and who gets it. */
const rules: readonly Rule[] = [
  { id: 'login', screen: 'registration', params: [], isFor: ({ account }) => !account.loggedIn },
  { id: 'becomeVisible', isFor: ({ account }) => account.loggedIn && !account.visible },
  { id: 'becomeInvisible', isFor: ({ account }) => account.loggedIn && account.visible },
  { id: 'endMeetupMails', isFor: ({ account, meetupMails }) => account.loggedIn && meetupMails === true },
  { id: 'resumeMeetupMails', isFor: ({ account, meetupMails }) => account.loggedIn && meetupMails === false },
  { id: 'editPicture', screen: 'editpicture', params: [], isFor: members },
  { id: 'editName', screen: 'editname', params: [], isFor: members },
  { id: 'changeEmail', screen: 'changeemail', params: [], isFor: ownPassword },
  { id: 'resetPassword', isFor: ownPassword },
  { id: 'paymentOptions', screen: 'paymentoptions', params: [], isFor: verified },
  { id: 'blockedUsers', screen: 'blockedusers', params: [], isFor: verified },
  { id: 'support', screen: 'support', params: [], isFor: everybody },
  { id: 'imprint', screen: 'settings', params: ['imprint'], isFor: everybody },
  { id: 'privacy', screen: 'settings', params: ['privacy'], isFor: everybody },
  { id: 'terms', screen: 'settings', params: ['terms'], isFor: everybody },
  { id: 'accessibility', screen: 'settings', params: ['accessibility'], isFor: everybody },
  { id: 'consent', screen: 'settings', params: ['consent'], isFor: ({ asksConsent }) => asksConsent },
  { id: 'export', isFor: members },
  { id: 'deleteAccount', screen: 'deleteaccount', params: [], isFor: members },
];

/** The lines of this visitor. A line whose screen no remote declares appears with it. */
export const settingsEntries = (situation: SettingsSituation): readonly SettingsEntry[] =>
  rules.filter((rule) => rule.isFor(situation) && (!('screen' in rule) || situation.hasScreen(rule.screen)));

/** The stage to name behind the version: every one but production. */
export const shownStage = ({ stage }: Pick<Deployment, 'stage'>): string | null => (stage === 'prod' ? null : stage);

/** Block, icon and labels of each line. */
export const entryDetails = {
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

/** Lines that belong together. */
type SettingsBlock = (typeof entryDetails)[SettingsEntryId]['block'];

/** The blocks in their order, with their headings. */
export const blocks = [
  { id: 'visitor', title: null },
  { id: 'person', title: 'BlockPerson' },
  { id: 'access', title: 'BlockAccess' },
  { id: 'data', title: 'BlockData' },
  { id: 'service', title: 'BlockService' },
] as const satisfies readonly { readonly id: SettingsBlock; readonly title: string | null }[];
