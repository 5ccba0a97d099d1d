import type { Account } from '@mahlzeit/contract';
import type { Deployment } from '@mahlzeit/shared-ui/platform';

/** The lines of the settings (S1§2 "settings"). */
export type SettingsEntryId =
  | 'login'
  | 'becomeVisible' | 'becomeInvisible' | 'editPicture' | 'editName'
  | 'changeEmail' | 'resetPassword' | 'paymentOptions' | 'blockedUsers'
  | 'support' | 'imprint' | 'privacy' | 'terms' | 'accessibility'
  | 'consent' | 'export' | 'deleteAccount';

/** Lines that do something, instead of leading to a screen. */
export type SettingsAction = 'becomeVisible' | 'becomeInvisible' | 'resetPassword' | 'export';

/** A line that this visitor gets: it leads to a screen, or does something. */
export type SettingsEntry =
  | { readonly id: Exclude<SettingsEntryId, SettingsAction>; readonly screen: string; readonly params: readonly string[] }
  | { readonly id: SettingsAction };

/** What decides on the lines. */
export interface SettingsSituation {
  readonly account: Pick<Account, 'loggedIn' | 'visible' | 'verified' | 'thirdParty'>;
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
