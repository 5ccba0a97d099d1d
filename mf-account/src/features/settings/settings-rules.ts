import type { Account } from '@mahlzeit/contract';
import type { Deployment } from '@mahlzeit/shared-ui/platform';

/** The lines of the settings (S1§2 "settings"). */
export type SettingsEntryId = 'login' | 'support' | 'imprint' | 'privacy';

/** A line that this visitor gets, and the address of the screen it leads to. */
export interface SettingsEntry {
  readonly id: SettingsEntryId;
  readonly screen: string;
  readonly params: readonly string[];
}

type Visitor = 'anonymous' | 'loggedIn';

interface SettingsRule extends SettingsEntry {
  readonly isFor: Readonly<Record<Visitor, boolean>>;
}

const everybody = { anonymous: true, loggedIn: true };

/** One row a line, in their order: where it leads and who gets it. */
const rules: readonly SettingsRule[] = [
  { id: 'login', screen: 'registration', params: [], isFor: { anonymous: true, loggedIn: false } },
  { id: 'support', screen: 'support', params: [], isFor: everybody },
  { id: 'imprint', screen: 'settings', params: ['imprint'], isFor: everybody },
  { id: 'privacy', screen: 'settings', params: ['privacy'], isFor: everybody },
];

/** The lines of this visitor. */
export const settingsEntries = ({ loggedIn }: Pick<Account, 'loggedIn'>): readonly SettingsEntry[] =>
  rules.filter(({ isFor }) => isFor[loggedIn ? 'loggedIn' : 'anonymous']).map(({ id, screen, params }) => ({ id, screen, params }));

/** The stage to name behind the version: every one but production. */
export const shownStage = ({ stage }: Pick<Deployment, 'stage'>): string | null => (stage === 'prod' ? null : stage);
